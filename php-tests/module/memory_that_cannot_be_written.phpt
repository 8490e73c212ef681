--TEST--
io SF-16: where PHP's slot of poll() cannot be written there is one warning, and calls block; coroutines and timers go on
--DESCRIPTION--
Rules: io SF-16, io P-5
Order: dependent
--SKIPIF--
<?php
if (!is_executable('/usr/bin/cc')) die('skip needs a C compiler');
if (getenv('TEST_UNDER')) die('skip nothing can be preloaded there');
$object = (string) shell_exec('readelf -dlW ' . escapeshellarg(PHP_BINARY) . ' 2>/dev/null');
if (!str_contains($object, 'GNU_RELRO') || !preg_match('~BIND_NOW|Flags:.*NOW~', $object)) die('skip slots of this PHP can be written');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

// A kernel that makes no page writable again: of all objects, of PHP, or that with the slot of a function.
$dir = temporary_directory();
file_put_contents("$dir/hard.c", <<<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
void *dlopen(const char *file, int mode) {
    return ((void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen"))(file, mode & ~RTLD_DEEPBIND);
}
static int is_sealed(struct dl_phdr_info *object, size_t size, void *address) {
    (void) size;
    if (object->dlpi_name[0] && strcmp(getenv("REFUSED"), "all")) return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        size_t start = (object->dlpi_addr + part->p_vaddr) & ~4095ul;
        if (part->p_type == PT_GNU_RELRO && (size_t) address >= start && (size_t) address < start + part->p_memsz) return 1;
    }
    return 0;
}
static int has(const void *page, size_t bytes, const char *name) {
    void *wanted = dlsym(RTLD_DEFAULT, name);
    for (void *const *word = page; word < (void *const *) ((const char *) page + bytes); word++)
        if (*word == wanted) return 1;
    return 0;
}
int mprotect(void *page, size_t bytes, int protection) {
    static __thread int inside;
    int (*next)(void *, size_t, int) = (int (*)(void *, size_t, int)) dlsym(RTLD_NEXT, "mprotect");
    if (protection != (PROT_READ | PROT_WRITE) || inside) return next(page, bytes, protection);
    inside = 1;
    const char *refused = getenv("REFUSED");
    int refuse = strcmp(refused, "none") && dl_iterate_phdr(is_sealed, page);
    if (refuse && strcmp(refused, "all") && strcmp(refused, "PHP")) refuse = has(page, bytes, refused);
    inside = 0;
    if (!refuse) return next(page, bytes, protection);
    errno = EACCES;
    return -1;
}
C);
exec("cc -shared -fPIC -o $dir/hard.so $dir/hard.c -ldl 2>&1", $out, $status);
echo $status ? implode("\n", $out) : '';

$code = <<<'PHP'
<?php
use function Async\{await, spawn, delay};
/** Whether other coroutines ran meanwhile. */
function others_run(Closure $call): string
{
    $ticks = 0;
    $ticker = spawn(function () use (&$ticks) {
        while (true) {
            $ticks++;
            delay(1);
        }
    });
    $before = 0;
    await(spawn(function () use ($call, &$ticks, &$before) {
        $before = $ticks;
        $call();
        $before = $ticks - $before;
    }));
    $ticker->cancel();
    return $before > 2 ? 'others run' : 'blocks';
}
$server = stream_socket_server('tcp://127.0.0.1:0');
$found = [
    'delay' => others_run(fn() => delay(50)),
    'accept' => others_run(fn() => @stream_socket_accept($server, 0.05)),
    'select' => others_run(function () use ($server) {
        [$read, $write, $except] = [[$server], null, null];
        stream_select($read, $write, $except, 0, 50_000);
    }),
];
echo implode("; ", array_map(fn($what) => "$what: $found[$what]", array_keys($found))), "\n";
PHP;
foreach (['none', 'all', 'PHP', 'poll'] as $refused) {
    putenv("LD_PRELOAD=$dir/hard.so");
    putenv("REFUSED=$refused");
    echo "$refused:\n", preg_replace('~ in \S+ on line \d+~', '', child_php($code)['out']);
    putenv('LD_PRELOAD');
}
?>
--EXPECT--
none:
delay: others run; accept: others run; select: others run
all:

Warning: Async: blocking calls of this PHP cannot be redirected; I/O stays blocking
delay: others run; accept: blocks; select: blocks
PHP:

Warning: Async: blocking calls of this PHP cannot be redirected; I/O stays blocking
delay: others run; accept: blocks; select: blocks
poll:

Warning: Async: blocking calls of this PHP cannot be redirected; I/O stays blocking
delay: others run; accept: blocks; select: blocks
