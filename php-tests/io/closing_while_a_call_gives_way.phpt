--TEST--
W-9, W-10: a stream may be closed while a read of another coroutine has given way inside C code
--DESCRIPTION--
Rules: W-9, W-10
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// With a seed calls that need not block give way often, and so in the middle of every kind of operation.
$code = <<<'PHP'
    <?php
    use function Async\{spawn, suspend};
    for ($round = 0; $round < 100; $round++) {
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        fwrite($b, str_repeat('x', 1000));
        spawn(function () use ($a) {
            try {
                for ($i = 0; $i < 20; $i++) @fread($a, 10);
            } catch (TypeError) {
                // It is closed.
            }
        });
        spawn(function () use ($a, $b) { suspend(); fclose($a); fclose($b); });
        for ($i = 0; $i < 3; $i++) suspend();
    }
    echo "alive\n";
    PHP;
foreach ([1, 2, 3, 4, 5, 6] as $seed) {
    print_child(child_php($code, ['async.sim_seed' => $seed]));
}
?>
--EXPECT--
alive
[status 0]
alive
[status 0]
alive
[status 0]
alive
[status 0]
alive
[status 0]
alive
[status 0]
