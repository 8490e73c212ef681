#!/usr/bin/env bash
# scripts/test-differential.sh [--sample] [--modes=B] [part of a name…]
#
# The differential test (php-tests/differential): PHP's own tests of everything that does I/O, from Debian's source package,
# without the extension, with it, and as the body of a coroutine. Every difference has to be in docs/differences.md.
# With all extensions and servers that are installed. What stock PHP does is kept in target/differential.
#
# SUITE=language takes PHP's tests of the language in their place, and those of extensions that do little I/O, with
# docs/differences-language.md.
#
# JOBS is the number of tests at a time (2), SLOW=1 takes what PHP calls slow as well; ASYNC_TEST_ARGS has further options of
# the PHP with the extension. ON=debug, ON=zts: on the debug PHP (scripts/debug-php.sh), where a leak is a difference as well;
# ON=84: on the PHP 8.4 of Debian 13, with the tests of 8.2 where its source cannot be had. Expects a built extension, unless ON
# builds one.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

case ${ON:-} in
	'') ;;
	debug) build_for_debug_php nts ;;
	zts) build_for_debug_php zts ;;
	84)
		for script in deps build; do "$ROOT/scripts/debian-13.sh" bash "scripts/$script.sh"; done
		"$ROOT/scripts/debian-13.sh" bash scripts/test-differential.sh "$@"
		exit
		;;
	*) die "true_async: ON is debug, zts or 84." ;;
esac

require_php
[ -f "$EXTENSION" ] || die "true_async: $EXTENSION does not exist; run \`make build\` first."

run_tests=
for dir in "$("$PHP_CONFIG" --extension-dir)/build" "$("$PHP_CONFIG" --prefix)/lib/php/build" \
	"$("$PHP_CONFIG" --prefix)"/lib/php/*/build; do
	[ -f "$dir/run-tests.php" ] && run_tests=$dir/run-tests.php && break
done
[ -n "$run_tests" ] || die "true_async: PHP's run-tests.php was not found (Debian: package php8.2-dev)."
mkdir -p "$TARGET_DIR/c-tests"
helper=$TARGET_DIR/c-tests/differential.so
if [ ! "$helper" -nt "$ROOT/php-tests/ext/differential/differential.c" ]; then
	bash "$ROOT/php-tests/ext/build.sh" "$TARGET_DIR/c-tests" >/dev/null
fi
version=$("$PHP" -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')
# Not every mirror has every source package. The tests of another version serve as well: what they do without the extension is what
# counts, not what they expect.
if ! source=$("$ROOT/scripts/php-source.sh" "$version" | tail -n 1); then
	[ "$version" != 8.2 ] || die 'true_async: there is no source of PHP.'
	echo "The source of PHP $version cannot be had: with the tests of PHP 8.2."
	source=$("$ROOT/scripts/php-source.sh" 8.2 | tail -n 1)
fi

# What run-tests.php sets for php-cgi, if a test of its own runs this: php-cgi would run that test instead of what it is given.
unset SCRIPT_FILENAME PATH_TRANSLATED REDIRECT_STATUS REQUEST_METHOD QUERY_STRING

mapfile -t options < <(extension_options calendar ctype curl dom fileinfo ftp gettext iconv intl mbstring mysqlnd pdo phar posix \
	pcntl shmop simplexml sockets sysvmsg sysvsem sysvshm tokenizer xml xmlreader xmlwriter zip bz2 mysqli pdo_mysql pdo_pgsql \
	sqlite3 pdo_sqlite)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 711 "$work"
mkdir -m 1777 "$work/tmp"
export TMPDIR=$work/tmp
export TEST_EXTENSION_PATH=$EXTENSION TEST_EXTENSION_OPTIONS="${options[*]} -d extension=$EXTENSION"
# A failed test is not run again behind our back.
sed -E 's/\berror_may_be_retried\(\$test, \$output\)/false/' "$run_tests" >"$work/run-tests.php"

# A tree of tests of its own: `make test` may run beside it.
name=differential
differences=differences
case " $* " in *' --sample '*) name=differential-sample ;; esac
case ${SUITE:-} in
	'') ;;
	language)
		name=differential-language differences=differences-language
		set -- --language "$@"
		;;
	*) die 'true_async: SUITE is language, or nothing.' ;;
esac

"$PHP" -n -d memory_limit=-1 -d phar.readonly=0 "${options[@]}" "$ROOT/php-tests/differential/differential.php" \
	--work="$TARGET_DIR/$name" --source="$source" --run-tests="$work/run-tests.php" --extension="$EXTENSION" \
	--helper="$helper" --differences="$ROOT/docs/$differences.md" "$@" -- "${options[@]}"
