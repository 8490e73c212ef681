dnl phpize && ./configure && make
dnl
dnl The module is built by cargo, so nothing of PHP's C build system is of use here but the choice of the PHP. This file
dnl checks what cargo will need and writes the choice to configured.mk, which the project's Makefile reads.

PHP_ARG_ENABLE([true_async],
  [whether to enable true_async],
  [AS_HELP_STRING([--disable-true_async], [Disable true_async])],
  [yes])

dnl phpize's own generator would overwrite the project's Makefile. In a build directory of its own (../configure) a
dnl Makefile that hands everything over is all that is needed.
AC_DEFUN([PHP_GEN_GLOBAL_MAKEFILE], [
  if test "$abs_srcdir" != "$abs_builddir"; then
    cat >Makefile <<EOF
%:
	@\$(MAKE) -C "$abs_srcdir" \[$]@
all:
	@\$(MAKE) -C "$abs_srcdir" all
	@mkdir -p modules && cp "$abs_srcdir/modules/true_async.so" modules/
.PHONY: all
.DEFAULT_GOAL := all
EOF
  fi
])

dnl There are no C sources and so no directories for their objects.
AC_DEFUN([PHP_GEN_BUILD_DIRS], [])

AC_MSG_CHECKING([for PHP 8.2 or later])
true_async_vernum=`$PHP_CONFIG --vernum`
if test -z "$true_async_vernum" || test "$true_async_vernum" -lt 80200; then
  AC_MSG_ERROR([true_async needs PHP 8.2 or later, this is `$PHP_CONFIG --version`])
fi
AC_MSG_RESULT([`$PHP_CONFIG --version`])

AC_PATH_PROG([CARGO], [cargo], [], [$PATH:${CARGO_HOME:-$HOME/.cargo}/bin])
if test -z "$CARGO"; then
  AC_MSG_ERROR([cargo was not found. true_async is written in Rust: install Rust 1.88 or later (https://rustup.rs)])
fi

AC_MSG_CHECKING([for libclang])
if bash -c '. "$1/scripts/env.sh" && has_libclang' configure "$abs_srcdir"; then
  AC_MSG_RESULT([yes])
else
  AC_MSG_RESULT([no])
  AC_MSG_ERROR([libclang was not found. Install libclang-dev (Debian), clang-devel (Fedora) or set LIBCLANG_PATH])
fi

dnl A relative php-config, or one found through PATH, must still be the same one when make runs.
true_async_php_config=`command -v $PHP_CONFIG`
cat >"$abs_srcdir/configured.mk" <<EOF
ifeq (\$(PHP)\$(PHP_CONFIG),)
PHP_CONFIG := $true_async_php_config
endif
EOF
