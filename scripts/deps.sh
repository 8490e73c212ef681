#!/usr/bin/env bash
# Finds out what building, testing and the demo need and this machine lacks. On Debian and its relatives the missing
# packages are installed through apt, as root or with sudo; elsewhere they are named. Well below a second when nothing
# is missing, so that other targets can depend on it.
#
# `deps.sh applications`: also what only `make test-applications` needs.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

missing=()       # Debian packages
want() { missing+=("$@"); }

# What some tests are skipped without; installed if the distribution offers it and that can be done.
wished=()
wished_extensions=(memcached memcache gearman ssh2 amqp odbc ldap zmq intl xsl xdebug apcu)
with_applications=
[ "${1:-}" != applications ] || with_applications=yes
wish() {
	[ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || return 0
	case $(apt-cache policy "$1" 2>/dev/null) in *'Candidate: (none)'*) ;; *'Candidate: '*) wished+=("$1") ;; esac
}

# PHP itself. Before it is there the version comes from the name asked for (PHP=php8.3) or from the distribution.
distribution_php() {
	local version
	version=$(apt-cache policy php-cli 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9]*:\)\{0,1\}\([0-9]*\.[0-9]*\).*/\2/p')
	printf 'php%s\n' "${version:-8.2}"
}

package_prefix() {
	local name
	if [ -n "${PHP:-}" ]; then
		name=$(basename "$PHP")
		case $name in php[0-9].[0-9]) printf '%s\n' "$name"; return ;; esac
	fi
	if command -v php >/dev/null; then
		php -n -r 'printf("php%d.%d\n", PHP_MAJOR_VERSION, PHP_MINOR_VERSION);'
	else
		distribution_php
	fi
}

check() {
	missing=() wished=()
	local extension package library
	if (find_php) 2>/dev/null; then
		find_php
		# Packages help a PHP that came from packages; another one brings its own extensions or does without.
		if [ "$(dirname "$PHP")" = /usr/bin ]; then
			local dir builtin name=${PHP##*/}
			case $name in php[0-9].[0-9]) ;; *) name=$(package_prefix) ;; esac
			dir=$("$PHP_CONFIG" --extension-dir)
			builtin=$("$PHP" -n -m)
			while read -r extension package; do
				[ -f "$dir/$extension.so" ] || grep -qix "$extension" <<<"$builtin" || want "$name-$package"
			done <<-END
				curl curl
				mysqli mysql
				pgsql pgsql
				sqlite3 sqlite3
				mbstring mbstring
				dom xml
				soap soap
				readline readline
				redis redis
				opcache opcache
			END
			for extension in "${wished_extensions[@]}"; do
				[ -f "$dir/$extension.so" ] || grep -qix "$extension" <<<"$builtin" || wish "$name-$extension"
			done
			[ -x "$(dirname "$PHP_CONFIG")/phpize" ] || want "$name-dev"
			command -v "php-fpm${name#php}" >/dev/null || wish "$name-fpm"
		fi
	else
		case ${PHP:-}${PHP_CONFIG:-} in
			/usr/bin/php[0-9].[0-9]) ;; # as good as the package's name
			*/*) die "true_async: $(find_php || printf '%s' "$PHP_PROBLEM")." ;;
		esac
		# When apt knows nothing yet, the version it offers is not known either.
		[ -n "$(apt-cache policy php-cli 2>/dev/null)" ] || refresh_lists
		local prefix
		prefix=$(package_prefix)
		want "$prefix-cli" "$prefix-dev" "$prefix-curl" "$prefix-mysql" "$prefix-pgsql" "$prefix-sqlite3" \
			"$prefix-mbstring" "$prefix-xml" "$prefix-soap" "$prefix-readline" "$prefix-redis" "$prefix-opcache"
		for extension in "${wished_extensions[@]}" fpm; do wish "$prefix-$extension"; done
	fi

	# The library alone comes with other packages; bindgen needs the compiler's own headers (stddef.h) as well.
	has_libclang || want libclang-dev
	if compgen -G '/usr/lib/llvm-*/lib/libclang*' >/dev/null; then
		compgen -G '/usr/lib/llvm-*/lib/clang/*/include/stddef.h' >/dev/null || want libclang-dev
	fi
	{ command -v cc && command -v make; } >/dev/null || want build-essential
	command -v pkg-config >/dev/null || want pkg-config
	# nginx-light brings the echo module, with which the demo's pages take their time.
	{ command -v nginx >/dev/null && [ -f /usr/lib/nginx/modules/ngx_http_echo_module.so ]; } || want nginx-light
	# Tests run servers of their own (php-tests/lib/database.php).
	{ compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null; } || want postgresql
	{ command -v mariadbd && command -v mariadb-install-db; } >/dev/null || want mariadb-server
	command -v redis-server >/dev/null || want redis-server
	command -v memcached >/dev/null || wish memcached
	command -v gearmand >/dev/null || [ -x /usr/sbin/gearmand ] || wish gearman-job-server
	command -v sshd >/dev/null || [ -x /usr/sbin/sshd ] || wish openssh-server
	command -v rabbitmq-server >/dev/null || [ -x /usr/sbin/rabbitmq-server ] || wish rabbitmq-server
	# Of the server on IO handles, php-tests/ext/io_server: its load, and what it is compared with.
	command -v wrk >/dev/null || wish wrk
	pkg-config --exists libuv 2>/dev/null || wish libuv1-dev
	command -v vsftpd >/dev/null || [ -x /usr/sbin/vsftpd ] || wish vsftpd
	command -v slapd >/dev/null || [ -x /usr/sbin/slapd ] || wish slapd
	compgen -G '/usr/lib/*/odbc/psqlodbcw.so' >/dev/null || wish odbc-postgresql
	# What tests look at: system calls, and which parts of a file are in memory.
	command -v strace >/dev/null || wish strace
	command -v fincore >/dev/null || wish util-linux-extra
	# Libraries in PHP, php-tests/applications.
	while read -r library package; do
		[ -f "/usr/share/php/$library/autoload.php" ] || wish "$package"
	done <<-END
		GuzzleHttp php-guzzlehttp-guzzle
		Symfony/Component/HttpClient php-symfony-http-client
		Symfony/Component/HttpKernel php-symfony-http-kernel
		Symfony/Component/Routing php-symfony-routing
		Symfony/Component/Cache php-symfony-cache
		Symfony/Component/Console php-symfony-console
		Symfony/Component/Process php-symfony-process
		Predis php-predis
		PhpAmqpLib php-amqplib
		Doctrine/ORM php-doctrine-orm
		Twig php-twig
		Monolog php-monolog
	END
	if [ -n "$with_applications" ]; then
		command -v phpunit >/dev/null || wish phpunit
		# Lists the classes of PHPUnit's own tests.
		command -v phpab >/dev/null || wish phpab
		# `php` keeps Apache's module away, which it would take otherwise.
		[ -f /usr/share/wordpress/wp-load.php ] || { wish php; wish wordpress; }
		compgen -G '/usr/share/wordpress/wp-content/themes/*/style.css' >/dev/null || wish wordpress-theme-twentytwentythree
	fi
}

as_root=()
become_root() {
	[ "$(id -u)" -eq 0 ] && return
	command -v sudo >/dev/null || die "true_async: run \`make deps\` as root, there is no sudo. Missing: ${missing[*]}"
	as_root=(sudo)
}

# Another apt may be running (unattended upgrades, a second build on the same machine): wait for it, up to five minutes.
# The option covers dpkg's locks; the lock of the package lists needs the loop.
apt() {
	"${as_root[@]}" env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null
}

lists_refreshed=
refresh_lists() {
	[ -z "$lists_refreshed" ] || return 0
	command -v apt-get >/dev/null || return 0
	lists_refreshed=yes
	become_root
	local try=0 problem
	for _ in $(seq 60); do
		problem=$(apt update 2>&1) && return 0
		case $problem in
			*'Could not get lock'*) ;;
			*) try=$((try + 1)); [ "$try" -lt 3 ] || { printf '%s\n' "$problem" >&2; return 1; } ;;
		esac
		sleep 5
	done
	return 1
}

# The packages of servers start them, now and at every boot: a web server on port 80, databases. Ours are started by hand on
# other ports, so no service may start: Debian's interface for that is a policy-rc.d that says no (exit 101).
install_packages() {
	local policy=/usr/sbin/policy-rc.d
	if [ ! -e "$policy" ]; then
		# shellcheck disable=SC2064
		trap "${as_root[*]} rm -f $policy" EXIT
		printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" >/dev/null
		"${as_root[@]}" chmod 755 "$policy"
	fi
	apt install -y --no-install-recommends "${missing[@]}" "${wished[@]}" || return
	local package
	for package in "${missing[@]}" "${wished[@]}"; do
		case $package in
			nginx-light) disable nginx ;;
			postgresql) disable postgresql ;;
			mariadb-server) disable mariadb ;;
			redis-server) disable redis-server ;;
			memcached) disable memcached ;;
			gearman-job-server) disable gearman-job-server ;;
			openssh-server) disable ssh ;;
			rabbitmq-server) disable rabbitmq-server; disable epmd ;;
			vsftpd) disable vsftpd ;;
			slapd) disable slapd ;;
			php*-fpm) disable "$package" ;;
			# Tests that need a debugger load it themselves. No other program of this machine gets one.
			*-xdebug) command -v phpdismod >/dev/null && "${as_root[@]}" phpdismod xdebug ;;
		esac
	done
}

disable() {
	if command -v systemctl >/dev/null; then
		"${as_root[@]}" systemctl --quiet disable "$1" 2>/dev/null || true
	fi
}

check
if [ $((${#missing[@]} + ${#wished[@]})) -gt 0 ]; then
	if ! command -v apt-get >/dev/null; then
		die "true_async: this is not a Debian system. Please install what these Debian packages contain, then try again:
  ${missing[*]}
(PHP 8.2 or later with its development files and extensions, libclang, a C compiler, make, pkg-config; nginx with the
echo module is needed by \`make demo\` only, PostgreSQL, MariaDB and Redis by some tests)"
	fi
	become_root
	printf 'installing %s\n' "${missing[*]} ${wished[*]}"
	compgen -G '/var/lib/apt/lists/*Packages*' >/dev/null || refresh_lists
	install_packages || { refresh_lists && install_packages; } ||
		die "true_async: apt could not install: ${missing[*]} ${wished[*]}"
	hash -r
	check
	[ ${#missing[@]} -eq 0 ] || die "true_async: still missing after the installation: ${missing[*]}"
fi
require_cargo
