--TEST--
SO-6, SF-7: a fatal error while a coroutine waits to close a stream; PHP frees the stream at the end
--DESCRIPTION--
Rules: io SO-6, io SF-7
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

run_children('use function Async\{spawn, suspend}; require ' . var_export(__DIR__ . '/../lib/slow_wrapper.php', true) . ';',
    ['a closer waits' => <<<'PHP'
    SlowStream::$files['file'] = str_repeat('x', 1000);
    $s = fopen('slow://file', 'r');
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $inside = 0;
    spawn(function () use ($s, &$inside) { $inside++; stream_get_contents($s); });
    spawn(function () use ($a, &$inside) { $inside++; fgets($a); });
    while ($inside < 2) suspend();
    spawn(fn() => fclose($s));
    while (is_resource($s)) suspend();
    register_shutdown_function(function () use ($s, $a) { echo get_resource_type($s), "\n"; });
    @trigger_error('the end', E_USER_ERROR);
    PHP]);
?>
--EXPECTF--
-- a closer waits

Fatal error: the end in child.php on line %d
Unknown
[status 255]
