#!/usr/bin/env bash
# scripts/debian-13.sh command…
#
# Runs a command in a Debian 13 (trixie), with this project, Rust's toolchain and cargo's downloads at the same places as
# here. The system's root directory is made once, with debootstrap: $XDG_CACHE_HOME/true_async/debian-13 (~/.cache).
# For root on Debian and its relatives; exit code 77 where mounts are not permitted.
#
# The system is one for all checkouts of this machine, which may use it at once. What is built in it is each checkout's own,
# target/debian-13, and goes with `make clean` or the checkout.
#
# Everything is mounted in a mount namespace of its own, and the processes are in a process namespace of their own: when
# the command ends, or this script is killed, both are gone. Nothing is ever left mounted.
set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "$0")/env.sh"

cache=${XDG_CACHE_HOME:-${HOME:?}/.cache}/true_async
root=$cache/debian-13

if [ "${OWN_NAMESPACE:-}" != yes ]; then
	namespaces=(unshare --mount --pid --fork --kill-child --propagation private)
	if [ "$(id -u)" -ne 0 ] || ! problem=$("${namespaces[@]}" mount -t proc proc /proc 2>&1); then
		echo "true_async: Debian 13 cannot be entered here: ${problem:-this is for root}.
Run this as root on a machine of its own, or in a container that may mount (docker run --privileged)." >&2
		exit 77
	fi
	OWN_NAMESPACE=yes exec "${namespaces[@]}" "$0" "$@"
fi

make_root() {
	if ! command -v debootstrap >/dev/null; then
		command -v apt-get >/dev/null || die 'true_async: debootstrap was not found, and this is not a Debian system.'
		apt_get() { env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" </dev/null; }
		install() { apt_get install -y --no-install-recommends debootstrap debian-archive-keyring; }
		install || { apt_get update && install; } ||
			die 'true_async: apt could not install debootstrap.'
	fi
	echo "making a Debian 13 in $root, log in $root.log"
	# Renamed when it is complete.
	rm -rf "$root.new"
	debootstrap --variant=minbase --include=ca-certificates trixie "$root.new" http://deb.debian.org/debian \
		>"$root.log" 2>&1 </dev/null || { tail -n 20 "$root.log"; die 'true_async: debootstrap failed.'; }
	mv "$root.new" "$root"
}

# The root that this process makes or finds is not removed or made a second time under its feet.
mkdir -p "$cache"
exec 9>"$root.lock"
flock 9
[ -d "$root" ] || make_root >&2 9>&-
# Names of hosts are looked up as on this machine.
cp --remove-destination "$(readlink -f /etc/resolv.conf)" "$root/etc/resolv.conf"
exec 9>&-

require_cargo
toolchain=$(cd "$ROOT" && rustc --print sysroot)
{ [ "$toolchain" != /usr ] && [ -x "$toolchain/bin/cargo" ]; } ||
	die "true_async: the Rust in $toolchain cannot be used from another system. Install it with rustup: https://rustup.rs"
cargo_home=${CARGO_HOME:-$HOME/.cargo}
mkdir -p "$cargo_home"

for directory in "$ROOT" "$toolchain" "$cargo_home"; do
	mkdir -p "$root$directory"
	mount --bind "$directory" "$root$directory"
done
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"

# This machine's choice of a PHP, a compiler or a library says nothing about the other system.
mapfile -t environment < <(env | grep -E '^(CARGO_[A-Z_]+|[a-z]+_proxy|TEST_TIMEOUT|TEST_STALL|JOBS|SLOW|ASYNC_TEST_ARGS|TERM)=')
exec env -i "${environment[@]}" HOME="$HOME" LC_ALL=C.UTF-8 CARGO_HOME="$cargo_home" \
	CARGO_TARGET_DIR="$ROOT/target/debian-13" PATH="$toolchain/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
	chroot "$root" env -C "$ROOT" "$@"
