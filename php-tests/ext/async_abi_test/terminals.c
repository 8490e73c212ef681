/* Terminals for the IO handle (ABI-156, ABI-158): pseudo-terminals, and what is asked of them beside the handle. */
#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

/* async_test_tty_pair(bool $raw = false): array - two descriptors: of the window, and of the terminal in it. */
ZEND_FUNCTION(async_test_tty_pair)
{
	bool raw = false;
	char name[100];

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(raw)
	ZEND_PARSE_PARAMETERS_END();

	int window = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (window < 0 || grantpt(window) != 0 || unlockpt(window) != 0 || ptsname_r(window, name, sizeof(name)) != 0) {
		zend_throw_error(NULL, "no terminal: %s", strerror(errno));
		return;
	}
	int terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (terminal < 0) {
		close(window);
		zend_throw_error(NULL, "no terminal: %s", strerror(errno));
		return;
	}
	if (raw) {
		struct termios settings;
		tcgetattr(terminal, &settings);
		cfmakeraw(&settings);
		tcsetattr(terminal, TCSANOW, &settings);
	}

	array_init(return_value);
	add_next_index_long(return_value, window);
	add_next_index_long(return_value, terminal);
}

/* async_test_tty_settings(int $fd): string - all of them, to compare. */
ZEND_FUNCTION(async_test_tty_settings)
{
	zend_long fd;
	struct termios settings;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(fd)
	ZEND_PARSE_PARAMETERS_END();

	memset(&settings, 0, sizeof(settings));
	if (tcgetattr((int) fd, &settings) != 0) {
		RETURN_STRING("none");
	}
	RETURN_STRINGL((char *) &settings, sizeof(settings));
}
