--TEST--
Threads that work for the event loop have all signals blocked
--DESCRIPTION--
Rules: io SF-4a, SG-10
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use function Async\{await, spawn};

$names = [];
foreach (['localhost', '127.0.0.1', 'localhost.'] as $name) $names[] = spawn(fn() => gethostbyname($name));
foreach ($names as $name) await($name);
// The thread that opens a FIFO lets itself be interrupted, by a signal of its own among the real-time ones.
$fifo = sys_get_temp_dir() . '/fifo_' . bin2hex(random_bytes(8));
posix_mkfifo($fifo, 0600);
$opens = spawn(fn() => fopen($fifo, 'r'));
Async\delay(20);
$masks = [];
foreach (glob('/proc/self/task/*/status') as $file) {
    if (dirname($file) === '/proc/self/task/' . getmypid()) continue;
    preg_match('/^SigBlk:\s*([0-9a-f]+)$/m', file_get_contents($file), $match);
    $masks[] = hexdec(substr($match[1], 0, 8)) << 32 | hexdec(substr($match[1], 8));
}
$opens->cancel();
unlink($fifo);
// SIGKILL, SIGSTOP and two that libc keeps for itself cannot be blocked.
$all = 0xfffffffe << 32 | 0x7ffbfeff;
var_dump(count($masks) > 1);
foreach (array_unique($masks) as $mask) {
    $taken = array_filter(range(1, 64), fn($number) => (($all & ~$mask) >> ($number - 1) & 1));
    echo $taken ? 'takes ' . (count($taken) === 1 && min($taken) > 33 ? 'one real-time signal' : implode(' ', $taken)) : 'takes none', "\n";
}
--EXPECT--
bool(true)
takes none
takes one real-time signal
