#!/usr/bin/env bash
# scripts/package-source.sh SUITE PACKAGE DIRECTORY MARK
#
# The source of a Debian source package as its own project released it, without Debian's patches, in DIRECTORY. Downloaded once:
# nothing is done if DIRECTORY has the file MARK. The last line it prints is the directory.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

suite=$1 package=$2 tree=$3 mark=$4

finish() {
	printf '%s\n' "$tree"
	exit 0
}

[ -f "$tree/$mark" ] && finish
cache=$(dirname "$tree")
mkdir -p "$cache"
exec 9>"$cache/source.lock"
flock 9
[ -f "$tree/$mark" ] && finish

command -v apt-get >/dev/null || die "true_async: the source of $package is Debian's package and this is no Debian system.
Put it into $tree."
command -v xz >/dev/null || die "true_async: xz was not found (Debian: package xz-utils)."
printf 'downloading the source of %s from Debian\n' "$package" >&2
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
(cd "$work/source" && source_apt source --download-only --only-source "$package") ||
	die "true_async: the source package of $package could not be downloaded"
tar -xJf "$work"/source/*.orig.tar.xz -C "$work/tree" --strip-components=1
rm -rf "$tree"
mv "$work/tree" "$tree"
finish
