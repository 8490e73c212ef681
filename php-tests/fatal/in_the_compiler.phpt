--TEST--
A fatal error of the compiler ends the process at once, whatever other coroutines or main are in
--DESCRIPTION--
Rules: io CX-13, core SH-30
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
    <?php
    use function Async\{await, delay, spawn};
    function known() {}
    register_shutdown_function(function () {
        // Zones of the compiler are over.
        echo "\n", await(spawn(function () { delay(1); return 'shutdown'; })), "\n";
    });
    $wait = function () {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        match ($GLOBALS['in']) {
            'exec' => exec('exec sleep 30'),
            'sleep' => sleep(30),
            'fgets' => fgets($pair[0]),
            'proc_close' => proc_close(proc_open('exec sleep 30 >/dev/null 2>&1', [], $pipes)),
        };
    };

    PHP;
foreach (['exec', 'sleep', 'fgets', 'proc_close'] as $in) {
    $errors = [
        'in main' => 'spawn($wait); delay(10); eval("function known() {}");',
        'in a coroutine' => 'spawn($wait); spawn(function () { delay(10); eval("function known() {}"); }); delay(100);',
        'main waits' => 'spawn(function () { delay(10); eval("function known() {}"); }); $wait();',
    ];
    foreach ($errors as $title => $code) {
        $before = hrtime(true);
        $done = child_php("$head\$in = '$in'; $code\n", seconds: 20);
        preg_match('/Cannot redeclare (?:function )?(\w+)/', $done['out'], $match);
        $shutdown = str_ends_with($done['out'], "\nshutdown\n") ? ', shutdown' : '';
        $at_once = hrtime(true) - $before < 20e9 ? ', at once' : ', waited';
        echo "$in, $title: Cannot redeclare $match[1], ", $done['status'], $shutdown, $at_once, "\n";
    }
}
?>
--EXPECT--
exec, in main: Cannot redeclare known, 255, shutdown, at once
exec, in a coroutine: Cannot redeclare known, 255, shutdown, at once
exec, main waits: Cannot redeclare known, 255, shutdown, at once
sleep, in main: Cannot redeclare known, 255, shutdown, at once
sleep, in a coroutine: Cannot redeclare known, 255, shutdown, at once
sleep, main waits: Cannot redeclare known, 255, shutdown, at once
fgets, in main: Cannot redeclare known, 255, shutdown, at once
fgets, in a coroutine: Cannot redeclare known, 255, shutdown, at once
fgets, main waits: Cannot redeclare known, 255, shutdown, at once
proc_close, in main: Cannot redeclare known, 255, shutdown, at once
proc_close, in a coroutine: Cannot redeclare known, 255, shutdown, at once
proc_close, main waits: Cannot redeclare known, 255, shutdown, at once
