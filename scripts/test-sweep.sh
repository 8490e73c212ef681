#!/usr/bin/env bash
# scripts/test-sweep.sh [--only=PATTERN] [--sample] …
#
# The sweep (php-tests/sweep/sweep.php): every internal function that may wait, in two coroutines at once, compared with
# stock PHP. With all extensions of this PHP that are installed and all servers that are. The report is
# target/sweep-report.txt. Expects a built extension, unless ON builds one.
#
# ON=debug, ON=zts: on the debug PHP (scripts/debug-php.sh); ON=asan: with AddressSanitizer. JOBS is the number of children
# at a time (2); SEEDS=50 repeats it under the seeds 1 to 50, FIRST=51 begins elsewhere, SEED=7 takes that one.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

case ${ON:-} in
	'') ;;
	debug) build_for_debug_php nts ;;
	zts) build_for_debug_php zts ;;
	asan)
		unset ON
		TEST_COMMAND="$ROOT/scripts/test-sweep.sh" exec "$ROOT/scripts/test-asan.sh" "$@"
		;;
	*) die "true_async: ON is debug, zts or asan." ;;
esac

require_php
[ -f "$EXTENSION" ] || die "true_async: $EXTENSION does not exist; run \`make build\` first."

mapfile -t options < <(extension_options calendar ctype curl date dom exif ffi fileinfo filter ftp gettext iconv igbinary intl json \
	mbstring msgpack mysqlnd pdo phar posix pcntl readline shmop simplexml sockets sysvmsg sysvsem sysvshm tokenizer xml \
	xmlreader xmlwriter xsl zip gd bz2 dba tidy bcmath gmp enchant pspell ldap imap snmp odbc mysqli pdo_mysql pdo_odbc pgsql \
	pdo_pgsql sqlite3 pdo_sqlite soap redis memcached memcache amqp gearman ssh2 yaml apcu)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 711 "$work"
mkdir -m 1777 "$work/tmp"
export TMPDIR=$work/tmp
export TEST_EXTENSION_PATH=$EXTENSION TEST_EXTENSION_OPTIONS="${options[*]} -d extension=$EXTENSION"

sweep() { "$PHP" -n -d memory_limit=-1 "${options[@]}" \
	"$ROOT/php-tests/sweep/sweep.php" --jobs="${JOBS:-2}" --report="$TARGET_DIR/sweep-report.txt" "$@"; }

if [ -n "${SEED:-}" ]; then
	set -- --seeds=1 --first="$SEED" "$@"
elif [ -n "${SEEDS:-}" ]; then
	set -- --seeds="$SEEDS" --first="${FIRST:-1}" "$@"
fi
sweep "$@"
