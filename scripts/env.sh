# shellcheck shell=bash
#
# Sourced by every script that builds or runs the extension. Decides once which PHP that is and exports
#
#   PHP          the CLI binary           PHP_CONFIG  its php-config
#   TARGET_DIR   cargo's target directory EXTENSION   the built module, true_async.so
#
# from what the caller may have set: PHP (a name or a path), PHP_CONFIG, CARGO_TARGET_DIR. The build scripts of the
# crates run again whenever PHP or PHP_CONFIG change, so both are always exported as resolved paths and every PHP
# other than the default one gets a target directory of its own.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

die() {
	printf '%s\n' "$*" >&2
	exit 1
}

# A login shell is what puts rustup's tools into PATH; make from cron, CI or sudo is not one.
if ! command -v cargo >/dev/null && [ -x "${CARGO_HOME:-${HOME:-}/.cargo}/bin/cargo" ]; then
	PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
fi
# Debian keeps nginx in /usr/sbin, which is not in every user's PATH.
case ":$PATH:" in *:/usr/sbin:*) ;; *) PATH=$PATH:/usr/sbin ;; esac
export PATH

# The PHP taken unless another is asked for: php if it is recent enough, else the newest versioned one.
default_php() {
	local name path
	for name in php php8.5 php8.4 php8.3 php8.2; do
		path=$(command -v "$name") || continue
		"$path" -n -r 'exit(PHP_VERSION_ID >= 80200 ? 0 : 1);' || continue
		readlink -f "$path"
		return
	done
	return 1
}

# php8.2 -> php-config8.2, /opt/php/bin/php -> /opt/php/bin/php-config
config_of() {
	local name
	name=$(basename "$1")
	printf '%s/php-config%s\n' "$(dirname "$1")" "${name#php}"
}

# Sets the variables above. Returns 1, with the reason in PHP_PROBLEM, if there is no usable PHP.
find_php() {
	local default tag
	default=$(default_php) || default=
	if [ -n "${PHP:-}" ]; then
		PHP=$(command -v "$PHP") || { PHP_PROBLEM="the PHP asked for does not exist"; return 1; }
	elif [ -n "${PHP_CONFIG:-}" ]; then
		PHP=$("$PHP_CONFIG" --php-binary) || PHP=
		[ -x "$PHP" ] || { PHP_PROBLEM="$PHP_CONFIG names no PHP binary; set PHP as well"; return 1; }
	elif [ -n "$default" ]; then
		PHP=$default
	else
		PHP_PROBLEM="no PHP 8.2 or later in PATH"
		return 1
	fi
	PHP=$(readlink -f "$PHP")
	if [ -n "${PHP_CONFIG:-}" ]; then
		PHP_CONFIG=$(command -v "$PHP_CONFIG") || { PHP_PROBLEM="the PHP_CONFIG asked for does not exist"; return 1; }
	else
		PHP_CONFIG=$(config_of "$PHP")
	fi
	PHP_CONFIG=$(readlink -f "$PHP_CONFIG")
	[ -x "$PHP_CONFIG" ] || { PHP_PROBLEM="$PHP has no php-config beside it (PHP's development files are missing)"; return 1; }

	local php_id
	php_id=$("$PHP" -n -r 'echo PHP_VERSION_ID;')
	[ "$php_id" = "$("$PHP_CONFIG" --vernum)" ] ||
		{ PHP_PROBLEM="$PHP and $PHP_CONFIG belong to different PHP versions"; return 1; }
	[ "$php_id" -ge 80200 ] || { PHP_PROBLEM="$PHP is older than 8.2"; return 1; }

	tag=$("$PHP" -n -r 'echo PHP_VERSION, PHP_ZTS ? "-zts" : "", PHP_DEBUG ? "-debug" : "";')
	if [ -n "${CARGO_TARGET_DIR:-}" ]; then
		TARGET_DIR=$CARGO_TARGET_DIR
	elif [ "$PHP" = "$default" ]; then
		TARGET_DIR=$ROOT/target
	else
		TARGET_DIR=$ROOT/target-$tag
	fi
	EXTENSION=$TARGET_DIR/release/true_async.so
	export PHP PHP_CONFIG TARGET_DIR EXTENSION
}

# For everything but `make deps`: a usable PHP or a clear end.
require_php() {
	find_php || die "true_async: $PHP_PROBLEM. \`make deps\` installs what is missing on Debian."
}

# Chooses the debug build of PHP 8.2, "nts" or "zts", which is built once, and builds the extension for it: without link-time
# optimisation, which that PHP would not gain from, in half of the time.
build_for_debug_php() {
	PHP_CONFIG=$("$ROOT/scripts/debug-php.sh" "$1" | tail -n 1)
	[ -x "$PHP_CONFIG" ]
	export PHP_CONFIG
	unset PHP CARGO_TARGET_DIR
	CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 "$ROOT/scripts/build.sh"
}

require_cargo() {
	command -v cargo >/dev/null ||
		die "true_async: cargo was not found. Install Rust 1.88 or later: https://rustup.rs"
}

# bindgen loads libclang at build time; without it the build fails after a minute with a message about a panic.
has_libclang() {
	[ -n "${LIBCLANG_PATH:-}" ] && return 0
	local dir
	for dir in /usr/lib/llvm-*/lib /usr/lib /usr/lib64 /usr/lib/*-linux-* /usr/local/lib /usr/local/lib64; do
		# Not libclang-cpp.so, which is another library.
		compgen -G "$dir/libclang.so*" >/dev/null && return 0
		compgen -G "$dir/libclang-[0-9]*.so*" >/dev/null && return 0
	done
	return 1
}

require_libclang() {
	has_libclang ||
		die "true_async: libclang was not found. Install libclang-dev (Debian), clang-devel (Fedora) or set LIBCLANG_PATH."
}

# Prints -d options that load the named extensions of this PHP, where they are shared objects and exist. In the given
# order: mysqlnd goes before mysqli, pdo before its drivers.
extension_options() {
	local builtin dir name
	builtin=$("$PHP" -n -m)
	dir=$("$PHP_CONFIG" --extension-dir)
	for name in "$@"; do
		grep -qix "$name" <<<"$builtin" && continue
		[ -f "$dir/$name.so" ] && printf -- '-d\nextension=%s\n' "$dir/$name.so"
	done
	return 0
}
