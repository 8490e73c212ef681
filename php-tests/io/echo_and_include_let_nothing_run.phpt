--TEST--
OUT-1, INC-1: echo into a full pipe, and an include that waits for its file to open, let nothing else run; fwrite(STDOUT) does
--DESCRIPTION--
Rules: OUT-1, INC-1
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/child_with_pipes.php';

watchdog(60);
$head = <<<'PHP'
    <?php
    use function Async\{spawn, await, suspend};

    $turns = 0;
    $called = false;
    $others = spawn(function () use (&$turns, &$called) {
        for (;; $turns++) {
            suspend();
            if ($called) {
                $called = false;
                fwrite(STDERR, "run meanwhile\n");
            }
        }
    });
    $while = function (Closure $call) use (&$turns, &$called) {
        suspend();
        fwrite(STDERR, "begins\n");
        $before = $turns;
        $called = true;
        $result = $call();
        $called = false;
        fwrite(STDERR, ($turns > $before ? 'others ran' : 'nothing ran') . "\n");
        return $result;
    };
    PHP;

/** Is the process in a system call that does not return? */
function sleeps(int $id): bool
{
    $status = @file_get_contents("/proc/$id/status");
    return $status === false || preg_match('~^State:\s+[SZ]~m', $status);
}

// A megabyte: more than any pipe takes. The end of it is read when the child waits for that.
$outputs = [
    'echo' => 'echo $text', 'print' => 'print $text', 'printf' => "printf('%s', \$text)",
    'php://output' => "fwrite(fopen('php://output', 'w'), \$text)",
    'a buffer' => 'ob_start(); echo $text; ob_end_flush()',
    'fwrite(STDOUT)' => 'fwrite(STDOUT, $text)', 'php://stdout' => "fwrite(fopen('php://stdout', 'w'), \$text)",
];
foreach ($outputs as $name => $code) {
    $child = new ChildWithPipes($head . <<<PHP

        \$text = str_repeat('x', 1 << 20);
        await(spawn(fn() => \$while(function () use (\$text) { $code; })));
        \$others->cancel();
        PHP, [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']]);
    fgets($child->pipes[2]);
    $streams = [$child->pipes[1]];
    $none = null;
    stream_select($streams, $none, $none, null);
    $cooperative = str_contains($code, 'STDOUT') || str_contains($code, 'stdout');
    if ($cooperative) {
        // What is written waits until this is read.
        echo trim(fgets($child->pipes[2])), ', ';
    } else {
        // The pipe is full, and the process waits in write(2).
        for ($i = 0; $i < 20; $i += (int) sleeps($child->id())) {
            usleep(1000);
        }
    }
    $length = 0;
    while ($length < 1 << 20 && ($part = fread($child->pipes[1], 65536)) !== '') {
        $length += strlen($part);
    }
    echo "$name: ", fgets($child->pipes[2]);
    $child->end();
}

// Stock PHP includes no FIFO, and says so when it has opened it: when its writer comes.
$fifo = temporary_directory() . '/fifo';
posix_mkfifo($fifo, 0600);
$child = new ChildWithPipes($head . <<<PHP

    var_dump(await(spawn(fn() => \$while(fn() => @include '$fifo'))));
    \$others->cancel();
    PHP, [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']]);
fgets($child->pipes[2]);
for ($i = 0; $i < 20; $i += (int) sleeps($child->id())) {
    usleep(1000);
}
$writer = fopen($fifo, 'w');
echo 'include: ', fgets($child->pipes[2]), fgets($child->pipes[1]);
$child->end();
?>
--EXPECT--
echo: nothing ran
print: nothing ran
printf: nothing ran
php://output: nothing ran
a buffer: nothing ran
run meanwhile, fwrite(STDOUT): others ran
run meanwhile, php://stdout: others ran
include: nothing ran
bool(false)
