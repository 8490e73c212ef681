#!/bin/sh
# Checks the public header in every language it promises, then builds the C test extensions into OUT_DIR.
# Usage: build.sh OUT_DIR      Environment: PHP_CONFIG, CC, CXX and RUSTC (skipped when missing), CFLAGS
set -eu

out=${1:?usage: build.sh OUT_DIR}
php_config=${PHP_CONFIG:-php-config}
cc=${CC:-cc}
cxx=${CXX:-c++}
rustc=${RUSTC:-rustc}
here=$(cd "$(dirname "$0")" && pwd)
include=$(cd "$here/../../include" && pwd)
includes="-I $include $("$php_config" --includes)"

# The four spellings of the include (ABI-23); no warnings (ABI-14).
# shellcheck disable=SC2086
check_header() {
	compiler=$1 language=$2 standard=$3
	for spelling in '"zend_async_API.h"' '<zend_async_API.h>' '"Zend/zend_async_API.h"' '<Zend/zend_async_API.h>'; do
		echo "#include $spelling" | "$compiler" -x "$language" -std="$standard" -Wall -Wextra -Werror $includes -fsyntax-only -
	done
}

# Every macro once, inline functions with them (ABI-13, ABI-14, ABI-181..184). C compilers before 14 only warn of a function
# that is not declared, unless asked.
# shellcheck disable=SC2086
check_macros() {
	compiler=$1 language=$2 standard=$3 more=${4:-}
	"$compiler" -x "$language" -std="$standard" -Wall -Wextra -Werror $more $includes -fsyntax-only \
		"$here/async_macro_test/every_macro.c"
}

for standard in c99 c11 c17; do
	check_header "$cc" c $standard
	check_macros "$cc" c $standard -Wimplicit-function-declaration
done
if command -v "$cxx" >/dev/null 2>&1; then
	for standard in c++11 c++17; do
		check_header "$cxx" c++ $standard
		check_macros "$cxx" c++ $standard
	done
fi

mkdir -p "$out"
for directory in "$here"/*/; do
	name=$(basename "$directory")
	# Unused parameters: ZEND_FUNCTION declares two that few functions use both of.
	# What is written in another language is compiled to objects first; without its compiler the extension is left out.
	objects=
	if ls "$directory"*.rs >/dev/null 2>&1; then
		command -v "$rustc" >/dev/null 2>&1 || continue
		"$rustc" --edition 2021 -O -C panic=abort --crate-type staticlib -D warnings -o "$out/lib$name.$$.a" "$directory"*.rs
		objects="$out/lib$name.$$.a -Wl,--gc-sections"
	fi
	if ls "$directory"*.cpp >/dev/null 2>&1; then
		command -v "$cxx" >/dev/null 2>&1 || continue
		# shellcheck disable=SC2086
		"$cxx" -std=c++17 -O1 -g -fPIC -shared -Wall -Wextra -Werror -Wno-unused-parameter ${CFLAGS:-} \
			$includes -o "$out/$name.so.$$" "$directory"*.cpp
		mv "$out/$name.so.$$" "$out/$name.so"
		echo "$out/$name.so"
		continue
	fi
	# shellcheck disable=SC2086
	"$cc" -std=gnu11 -O1 -g -fPIC -shared -Wall -Wextra -Werror -Wno-unused-parameter ${CFLAGS:-} \
		$includes -o "$out/$name.so.$$" "$directory"*.c $objects
	rm -f "$out/lib$name.$$.a"
	# Tests that run at this moment have a whole one, this or the one before.
	mv "$out/$name.so.$$" "$out/$name.so"
	echo "$out/$name.so"
done
