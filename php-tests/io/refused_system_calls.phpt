--TEST--
io SF-17: a filter that refuses preadv2() and pwritev2() is asked once; refused for some files only they are tried for others
--DESCRIPTION--
Rules: io SF-17, io HK-3, io IO-5
Order: dependent
--SKIPIF--
<?php
if (!is_executable('/usr/bin/cc')) die('skip needs a C compiler');
if (getenv('TEST_UNDER')) die('skip nothing can be preloaded there');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

// In the place of a filter of system calls: it says how many it has refused.
$dir = temporary_directory();
file_put_contents("$dir/filter.c", <<<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
static int reads, writes;
void *dlopen(const char *file, int mode) {
    return ((void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen"))(file, mode & ~RTLD_DEEPBIND);
}
long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long a[6];
    for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
    va_end(list);
    const char *filter = getenv("FILTER");
    if (filter && (number == SYS_preadv2 || number == SYS_pwritev2) && (strcmp(filter, "files") || a[0] >= 0)) {
        ++*(number == SYS_preadv2 ? &reads : &writes);
        errno = strcmp(filter, "ENOSYS") ? EPERM : ENOSYS;
        return -1;
    }
    return ((long (*)(long, ...)) dlsym(RTLD_NEXT, "syscall"))(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
__attribute__((destructor)) static void tell(void) {
    const char *said[] = {"none", "at first", "each time"};
    printf("; refused: reads %s, writes %s\n", said[(reads > 0) + (reads > 2)], said[(writes > 0) + (writes > 2)]);
}
C);
exec("cc -shared -fPIC -o $dir/filter.so $dir/filter.c -ldl 2>&1", $out, $status);
echo $status ? implode("\n", $out) : '';

$code = <<<'PHP'
<?php
use function Async\{await, spawn, delay};
$process = proc_open('cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
$writer = spawn(function () use ($pipes) {
    for ($i = 0; $i < 10; $i++) {
        fwrite($pipes[0], "line $i\n");
        delay(1);
    }
    fclose($pipes[0]);
});
$lines = await(spawn(function () use ($pipes) {
    for ($lines = 0; fgets($pipes[1]) === "line $lines\n"; $lines++);
    return $lines;
}));
for ($i = 0; $i < 10; $i++) {
    $lines += await(spawn(fn() => strlen(file_get_contents(__FILE__)))) === filesize(__FILE__);
}
// What would not be taken at once.
$slow = proc_open('sleep 0.1; cat', [['pipe', 'r'], ['pipe', 'w']], $pipes);
$writer = spawn(function () use ($pipes) {
    $written = fwrite($pipes[0], str_repeat('x', 200_000));
    fclose($pipes[0]);
    return $written;
});
$got = await(spawn(fn() => strlen(stream_get_contents($pipes[1]))));
echo "$lines lines and files, ", await($writer), " written, $got read";
PHP;
foreach (['EPERM', 'ENOSYS', 'files'] as $filter) {
    putenv("LD_PRELOAD=$dir/filter.so");
    putenv("FILTER=$filter");
    echo "$filter: ", child_php($code)['out'];
    putenv('LD_PRELOAD');
}
?>
--EXPECT--
EPERM: 20 lines and files, 200000 written, 200000 read; refused: reads at first, writes at first
ENOSYS: 20 lines and files, 200000 written, 200000 read; refused: reads at first, writes at first
files: 20 lines and files, 200000 written, 200000 read; refused: reads each time, writes each time
