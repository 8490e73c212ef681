--TEST--
The runtime's own descriptors are never 0, 1 or 2: a daemon that has closed these gets them with the files that it opens next
--DESCRIPTION--
Rules: io HK-10
Order: independent
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

// What everything that opens a descriptor leaves below 3, and what the program's own files get.
$code = <<<'PHP'
    <?php
    use function Async\{spawn, await, delay, signal};
    [, $log, $close, $fork] = $argv;
    foreach (['i' => STDIN, 'o' => STDOUT, 'e' => STDERR] as $letter => $stream) {
        if (str_contains($close, $letter)) fclose($stream);
    }
    $low = fn() => array_map(fn($fd) => (string) @readlink("/proc/self/fd/$fd"), [0, 1, 2]);
    $before = $low();
    $wrong = [];
    $look = function ($what) use ($low, $before, &$wrong) { if ($low() !== $before) $wrong[] = "$what: " . implode(' ', $low()); };
    if (function_exists('Async\spawn')) {
        await(spawn(fn() => delay(1)));
        $look('loop');
        if ($fork) {
            if ($pid = pcntl_fork()) {
                pcntl_waitpid($pid, $status);
                $look('parent');
                exit($status ? 100 : 0);
            }
            $look('child');
        }
        await(spawn(fn() => file_get_contents(__FILE__)));
        $look('worker');
        $watcher = new Async\FileSystemWatcher(dirname($log));
        $look('watcher');
        $waiter = spawn(fn() => await(signal(Async\Signal::SIGUSR1)));
        delay(1);
        $look('bell');
        posix_kill(getmypid(), SIGUSR1);
        await($waiter);
        posix_mkfifo("$log.fifo", 0600);
        $opener = spawn(fn() => fopen("$log.fifo", 'r'));
        delay(5);
        $look('opener');
        $waiter = spawn(fn() => pcntl_sigtimedwait([SIGUSR2], $info, 0, 20_000_000));
        delay(1);
        $look('signal descriptor');
        $writer = fopen("$log.fifo", 'r+');
        $files[] = await($opener);
        await($waiter);
        fclose($writer);
        array_map(fclose(...), array_splice($files, 0));
        unlink("$log.fifo");
        $watcher->close();
        $look('end');
    }
    foreach (array_keys($before, '') as $fd) $files[] = fopen($log, 'a');
    $after = $low();
    foreach (array_keys($before, '') as $fd) if ($after[$fd] !== $log) $wrong[] = "$fd is not the log";
    file_put_contents($log, 'hello' . implode("\n", $wrong));
    if (!$before[1]) echo '.';
    if (!$before[2]) passthru('printf x >&2');
    file_put_contents("$log.done", file_get_contents($log));
    PHP;
$directory = temporary_directory();
file_put_contents($program = "$directory/program.php", $code);
$extensions = implode(' ', array_map(fn($name) => "-d extension=$name", shared_extensions('pcntl', 'posix')));
$php = PHP_BINARY . " -n $extensions -d extension=" . true_async_module();
foreach (['', 'i', 'o', 'e', 'io', 'ie', 'oe', 'ioe'] as $close) {
    foreach (['before' => ['<&-', '>&-', '2>&-'], 'itself' => ['', '', '']] as $when => $operators) {
        foreach ([0, 1] as $fork) {
            // PHP that is started with a descriptor closed opens the script itself under its number.
            $redirections = '';
            foreach (['i', 'o', 'e'] as $number => $letter) {
                if (str_contains($close, $letter)) $redirections .= " $operators[$number]";
            }
            mkdir($place = "$directory/$when$close$fork");
            $argument = $when === 'before' ? '-' : "-$close";
            exec("$php $program $place/log $argument $fork > $place/out 2> $place/errors $redirections", result_code: $status);
            $expected = 'hello';
            $got = (string) @file_get_contents("$place/log.done");
            if ($status !== 0 || !str_starts_with($got, $expected) || strlen(trim($got, 'helo.x'))) {
                echo "$close $when, fork $fork: status $status, $got ", file_get_contents("$place/out"),
                    file_get_contents("$place/errors"), "\n";
            }
        }
    }
}
echo "done\n";
--EXPECT--
done
