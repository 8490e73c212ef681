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
// SIGKILL, SIGSTOP and two that libc keeps for itself cannot be blocked.
const ALL = 0xfffffffe << 32 | 0x7ffbfeff;
/** What the threads take but the main one, and how many they are. */
function threads(): array
{
    $threads = [];
    foreach (glob('/proc/self/task/*/status') as $file) {
        $status = @file_get_contents($file);
        if (dirname($file) === '/proc/self/task/' . getmypid() || !preg_match('/^SigBlk:\s*([0-9a-f]+)$/m', $status, $match)) {
            continue;
        }
        $mask = hexdec(substr($match[1], 0, 8)) << 32 | hexdec(substr($match[1], 8));
        $taken = array_filter(range(1, 64), fn($number) => ((ALL & ~$mask) >> ($number - 1) & 1));
        $threads[] = 'takes ' . match (true) {
            !$taken => 'none',
            count($taken) === 1 && min($taken) > 33 => 'one real-time signal',
            default => implode(' ', $taken),
        };
    }
    sort($threads);
    return $threads;
}
// Until the thread for the FIFO is at it, by the clock of the machine.
$end = hrtime(true) + 10e9;
do {
    Async\suspend();
    $threads = threads();
} while (!in_array('takes one real-time signal', $threads) && hrtime(true) < $end);
$opens->cancel();
unlink($fifo);
var_dump(count($threads) > 1);
echo implode("\n", array_unique($threads)), "\n";
--EXPECT--
bool(true)
takes none
takes one real-time signal
