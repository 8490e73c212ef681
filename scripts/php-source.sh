#!/usr/bin/env bash
# scripts/php-source.sh [8.2|8.4]
#
# The source of PHP as its own project released it, from Debian's source package: 8.2 from Debian 12, 8.4 from Debian 13.
# Downloaded once, into $XDG_CACHE_HOME/true_async (~/.cache); the last line it prints is the directory.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

version=${1:-8.2}
case $version in
	8.2) suite=bookworm ;;
	8.4) suite=trixie ;;
	*) die "true_async: Debian's source package of PHP $version is not known to $0." ;;
esac
cache=${XDG_CACHE_HOME:-${HOME:?}/.cache}/true_async
# One for all builds; it stays where debuggers and the engine's reports look for it.
tree=$cache/php-$version.src

finish() {
	printf '%s\n' "$tree"
	exit 0
}

[ -f "$tree/configure" ] && finish
mkdir -p "$cache"
exec 9>"$cache/php-source.lock"
flock 9
[ -f "$tree/configure" ] && finish

command -v apt-get >/dev/null || die "true_async: the source of PHP $version is Debian's package and this is no Debian system.
Put PHP's source into $tree."
command -v xz >/dev/null || die "true_async: xz was not found (Debian: package xz-utils)."
printf 'downloading the source of PHP %s from Debian\n' "$version" >&2
work=$(mktemp -d "$cache/source.XXXXXX")
trap 'rm -rf "$work"' EXIT

# A list of sources, lists and a download directory of our own: the machine's apt configuration stays as it is and no
# root is needed. Only the point release: the source packages of security updates vanish with the next one.
mkdir -p "$work"/apt/{lists/partial,archives/partial,parts} "$work"/{source,tree}
cat >"$work/apt/sources.list" <<LIST
deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main
LIST
source_apt() {
	env LC_ALL=C apt-get -qq -o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts="$work/apt/parts" \
		-o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt" -o Dir::Cache::archives="$work/apt/archives" \
		-o APT::Sandbox::User= -o Acquire::Languages=none -o Acquire::Retries=3 "$@" </dev/null >&2 9>&-
}
source_apt update || die "true_async: the list of Debian's source packages could not be downloaded"
# The tarball brings the generated parsers and a configure script.
(cd "$work/source" && source_apt source --download-only --only-source "php$version") ||
	die "true_async: the source package of php$version could not be downloaded"
tar -xJf "$work"/source/*.orig.tar.xz -C "$work/tree" --strip-components=1
rm -rf "$tree"
mv "$work/tree" "$tree"
finish
