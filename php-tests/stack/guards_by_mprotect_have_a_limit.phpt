--TEST--
D2: on kernels without guard markers every stack has a guard by mprotect, as many as 80 % of vm.max_map_count allow
--DESCRIPTION--
Rules: FW-6
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
// An old kernel: it knows no guard markers, and allows 500 mappings.
$dir = temporary_directory();
file_put_contents("$dir/count", '500');
file_put_contents("$dir/old.c", <<<C
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
void *dlopen(const char *file, int mode) {
    return ((void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen"))(file, mode & ~RTLD_DEEPBIND);
}
int madvise(void *a, size_t n, int advice) {
    if (advice == 102) { errno = EINVAL; return -1; }
    return ((int (*)(void *, size_t, int)) dlsym(RTLD_NEXT, "madvise"))(a, n, advice);
}
int open64(const char *path, int flags, ...) {
    va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list);
    if (!strcmp(path, "/proc/sys/vm/max_map_count")) path = "$dir/count";
    return ((int (*)(const char *, int, ...)) dlsym(RTLD_NEXT, "open64"))(path, flags, mode);
}
C);
exec("cc -shared -fPIC -o $dir/old.so $dir/old.c -ldl 2>&1", $out, $status);
echo $status ? implode("\n", $out) : '';
putenv("LD_PRELOAD=$dir/old.so");

$head = <<<'PHP'
<?php
use function Async\{await, spawn, suspend};
function start(int $n): array
{
    $all = [];
    $started = 0;
    for ($i = 0; $i < $n; $i++) {
        $all[] = spawn(function () use (&$started) { $started++; suspend(); suspend(); return 1; });
    }
    suspend();
    return [$all, $started];
}
PHP;
$many = $head . <<<'PHP'

$before = count(file('/proc/self/maps'));
[$all, $started] = start(150);
$mappings = count(file('/proc/self/maps')) - $before;
echo "150: started $started, ", $mappings <= 2 * 150 + 20 ? 'two mappings each' : "$mappings mappings", "\n";
[$more, $started] = start(100);
echo "100 more: started $started\n";
$failed = 0;
foreach ([...$all, ...$more] as $coroutine) {
    try {
        await($coroutine);
    } catch (Async\AsyncException $e) {
        $failed++;
    }
}
echo "$failed failed: {$e->getMessage()}\n";
// Stacks that are free again serve others.
[, $started] = start(190);
echo "190: started $started\n";
PHP;
$unguarded = $head . '[, $started] = start(400); echo "started $started\n";';
$overflow = $head . 'start(199); await(spawn(function () {
    for ($i = 0, $v = $w = 1; $i < 200_000; $i++) { $v = [$v]; $w = [$w]; }
    return $v == $w; }));';
$ini = ['async.debug_deadlock' => 0];
print_child(child_php($many, $ini));
print_child(child_php($unguarded, $ini + ['async.unguarded_stacks' => 1]));
$result = child_php($overflow, $ini + ['fiber.stack_size' => '512K']);
echo preg_replace('~coroutine.*at .*?:~', 'coroutine:', $result['out']), "[status {$result['status']}]\n";
putenv('LD_PRELOAD');
?>
--EXPECT--
150: started 150, two mappings each
100 more: started 50
50 failed: Cannot create a coroutine: the guard of its stack needs more memory mappings than vm.max_map_count leaves. Raise vm.max_map_count, or set async.unguarded_stacks=1 to go without guards
190: started 190
[status 0]
started 400
[status 0]
PHP Fatal error:  Stack overflow in coroutine:12: its C stack of 524288 bytes is used up by functions in C that recurse. fiber.stack_size sets the size
[status 255]
