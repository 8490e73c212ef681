#!/usr/bin/env bash
# scripts/test-sweep.sh [--only=PATTERN] [--seed=N] …
#
# The sweep (php-tests/sweep/sweep.php): every internal function that may wait, in two coroutines at once, compared with
# stock PHP. On all extensions of this PHP that are installed. The report is target/sweep-report.txt.
# JOBS is the number of children at a time (2), SEEDS=50 repeats it under the seeds 1 to 50, SEED=7 takes that one.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

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

status=0
"$PHP" -n "${options[@]}" "$ROOT/php-tests/sweep/sweep.php" --jobs="${JOBS:-2}" --report="$TARGET_DIR/sweep-report.txt" "$@" || status=$?
exit "$status"
