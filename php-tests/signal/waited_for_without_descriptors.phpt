--TEST--
io SL-2: pcntl_sigtimedwait() waits for a signal, and for its time, where no descriptor can be opened
--DESCRIPTION--
Rules: io SL-2, io SF-12
Order: independent in real time
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$program = tempnam(sys_get_temp_dir(), 'wait');
file_put_contents($program, <<<'PHP'
    <?php
    use function Async\{await, delay, spawn};

    pcntl_sigprocmask(SIG_BLOCK, [SIGUSR1]);
    $other = spawn(function () {
        for ($turns = 0; $turns < 3; $turns++) delay(10);
        posix_kill(posix_getpid(), SIGUSR1);
        return $turns;
    });
    echo await(spawn(function () {
        while ($file = @fopen('/dev/null', 'r')) $files[] = $file;
        $taken = pcntl_sigtimedwait([SIGUSR1], $info, 20);
        $begin = hrtime(true);
        // -1, since PHP 8.4 false.
        $nothing = pcntl_sigtimedwait([SIGUSR1], $info, 0, 50_000_000);
        $time = hrtime(true) - $begin;
        return json_encode([$taken, $nothing > 0, $time >= 50_000_000]);
    })), ' ', await($other), "\n";
    PHP);
$extensions = implode(' ', array_map(fn($name) => "-d extension=$name", shared_extensions('pcntl', 'posix')));
exec('ulimit -Sn 60; ' . PHP_BINARY . " -n $extensions -d extension=" . true_async_module() . " $program 2>&1", $lines);
echo implode("\n", $lines), "\n";
unlink($program);
?>
--EXPECT--
[10,false,true] 3
