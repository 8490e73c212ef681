#!/usr/bin/env bash
# scripts/debug-php.sh [nts|zts]
#
# Builds a debug PHP 8.2 (--enable-debug: leak reports, engine assertions, checked arginfo; native Fibers register their
# stacks with valgrind) with the extensions the suite needs, from Debian's source package, once: into
# $XDG_CACHE_HOME/true_async (~/.cache), php-8.2-debug without threads (nts, the default) and php-8.2-zts with. The last
# line it prints is the path of its php-config. For Debian 12 and its relatives, as root or with sudo (packages only).
# DEBUG_PHP_JOBS is the number of compilers (all processors).
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

# Static, so that nothing has to be loaded; only opcache is always a shared object.
options=(
	--enable-debug --with-valgrind --disable-all --without-pear --enable-cli --disable-cgi --disable-phpdbg
	--enable-ctype --enable-filter --enable-ftp --enable-mbstring --enable-opcache --enable-pcntl --enable-phar --enable-posix
	--enable-session --enable-sockets --enable-sysvmsg --enable-sysvsem --enable-sysvshm --enable-tokenizer
	--enable-dom --enable-simplexml --enable-soap --enable-xml --enable-xmlreader --enable-xmlwriter
	--with-curl --with-ffi --with-libedit --with-libxml --with-openssl --with-xsl --with-zlib
	--enable-mysqlnd --with-mysqli=mysqlnd --enable-pdo --with-pdo-mysql=mysqlnd --with-pgsql --with-pdo-pgsql
	--with-sqlite3 --with-pdo-sqlite
)
packages=(
	build-essential ca-certificates pkg-config debian-archive-keyring xz-utils valgrind
	libcurl4-openssl-dev libedit-dev libffi-dev libonig-dev libpq-dev libsqlite3-dev libssl-dev libxml2-dev libxslt1-dev zlib1g-dev
)
cflags='-g -fno-omit-frame-pointer'
# --enable-debug puts -O0 after CFLAGS, which makes the suite under valgrind twice as long. This comes after that, and
# leaves nearly everything where a debugger looks for it. At that level GCC refuses some of what xxhash insists on inlining.
optimise='-Og -DXXH_NO_INLINE_HINTS=1'

case ${1:-nts} in
	nts) name=php-8.2-debug expected=0 ;;
	zts) name=php-8.2-zts expected=1 options+=(--enable-zts) ;;
	*) die "usage: $0 [nts|zts]" ;;
esac

cache=${XDG_CACHE_HOME:-${HOME:?}/.cache}/true_async
prefix=$cache/$name
stamp=$prefix/.recipe
# Changes whenever what is built does.
recipe="${options[*]} $cflags $optimise"

say() { printf 'debug PHP: %s\n' "$*" >&2; }

is_built() { [ -x "$prefix/bin/php" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$recipe" ]; }

finish() {
	printf '%s\n' "$prefix/bin/php-config"
	exit 0
}

is_built && finish

mkdir -p "$cache"
exec 9>"$cache/debug-php.lock"
flock -n 9 || { say "another build is running, waiting for it"; flock 9; }
is_built && finish

command -v apt-get >/dev/null ||
	die "true_async: the debug PHP is built from Debian's source package and this is no Debian system. Build PHP 8.2 with
  ${options[*]}
and run \`make test PHP_CONFIG=…/bin/php-config\`."

as_root=()
if [ "$(id -u)" -ne 0 ]; then
	as_root=(sudo)
fi

missing=()
for package in "${packages[@]}"; do
	[ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null)" = 'ii ' ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
	[ ${#as_root[@]} -eq 0 ] || command -v sudo >/dev/null ||
		die "true_async: run this as root, there is no sudo. Missing: ${missing[*]}"
	say "installing ${missing[*]}"
	system_apt() {
		"${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 \
			-o Dpkg::Use-Pty=0 "$@" </dev/null >&2 9>&-
	}
	install_missing() { system_apt install -y --no-install-recommends "${missing[@]}"; }
	install_missing 2>/dev/null || { system_apt update && install_missing; } ||
		die "true_async: apt could not install: ${missing[*]}"
fi

work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$work"' EXIT

tree=$("$(dirname "$0")/php-source.sh" 8.2 9>&- | tail -n 1)
[ -f "$tree/configure" ]

jobs=${DEBUG_PHP_JOBS:-$(nproc)}
say "building $name with $jobs jobs (minutes), log in $cache/$name.log"
mkdir "$work/build"
if ! (
	cd "$work/build"
	"$tree/configure" --prefix="$prefix" --with-config-file-path="$prefix/etc" "${options[@]}" CFLAGS="$cflags"
	make -j"$jobs" EXTRA_CFLAGS="$optimise"
	make install INSTALL_ROOT="$work/root" EXTRA_CFLAGS="$optimise"
) >"$cache/$name.log" 2>&1 </dev/null 9>&-; then
	tail -n 40 "$cache/$name.log" >&2
	die "true_async: the debug PHP does not build"
fi

"$work/root$prefix/bin/php" -n -r "exit(PHP_DEBUG && PHP_ZTS === $expected ? 0 : 1);" ||
	die "true_async: $work/root$prefix/bin/php is not the PHP it should be"
printf '%s\n' "$recipe" >"$work/root$stamp"
# Only now: an older build may be in use.
[ ! -e "$prefix" ] || mv "$prefix" "$work/replaced"
mv "$work/root$prefix" "$prefix"
say "built $("$prefix/bin/php" -n -r 'echo PHP_VERSION;') in $prefix"
finish
