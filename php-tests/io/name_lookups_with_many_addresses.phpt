--TEST--
DN-2: a host with more addresses than fit into PHP's first buffer is found, also while others look up names
--DESCRIPTION--
Rules: DN-2, DN-3
Order: independent
--SKIPIF--
<?php
if (!is_executable('/usr/bin/cc')) die('skip needs a C compiler');
if (getenv('TEST_UNDER')) die('skip nothing can be preloaded there');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

// "200.many" has 200 addresses; the more, the sooner they are there.
$dir = temporary_directory();
file_put_contents("$dir/names.c", <<<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void *dlopen(const char *file, int mode) {
    return ((void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen"))(file, mode & ~RTLD_DEEPBIND);
}
int gethostbyname_r(const char *name, struct hostent *host, char *buffer, size_t length, struct hostent **result, int *error) {
    size_t count = atoi(name), used = (count + 1) * sizeof(char *) + count * 4 + strlen(name) + 1 + sizeof(char *);
    *result = NULL;
    if (used > length) { *error = NETDB_INTERNAL; return errno = ERANGE; }
    usleep(50000 / (count + 1));
    char **list = (char **) buffer;
    char *next = (char *) (list + count + 2);
    for (size_t i = 0; i < count; i++, next += 4) {
        uint32_t address = htonl((10u << 24) + i);
        memcpy(list[i] = next, &address, 4);
    }
    list[count] = list[count + 1] = NULL;
    host->h_name = strcpy(next, name);
    host->h_aliases = list + count + 1;
    host->h_addrtype = AF_INET;
    host->h_length = 4;
    host->h_addr_list = list;
    *result = host;
    return errno = 0;
}
C);
exec("cc -shared -fPIC -o $dir/names.so $dir/names.c -ldl 2>&1", $out, $status);
echo $status ? implode("\n", $out) : '';
putenv("LD_PRELOAD=$dir/names.so");
print_child(child_php(<<<'PHP'
<?php
use function Async\{await_all_or_fail, spawn};
$look = fn(int $count) => ($found = gethostbynamel("$count.many"))
    && end($found) === long2ip((10 << 24) + $count - 1) ? count($found) : $found;
echo $look(1000), " in the main script\n";
$lookups = array_map(fn($count) => spawn($look, $count), [1, 1000, 2, 300, 50, 3, 500, 1]);
echo implode(' ', await_all_or_fail($lookups)), "\n";
PHP));
--EXPECT--
1000 in the main script
1 1000 2 300 50 3 500 1
[status 0]
