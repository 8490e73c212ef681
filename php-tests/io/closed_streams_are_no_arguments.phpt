--TEST--
ST-10: a stream that is closed is a TypeError for those that read and write it, as in stock PHP; uncaught it ends the script
--DESCRIPTION--
Rules: io ST-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/child.php';

watchdog();
$script = <<<'PHP'
    <?php
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    fclose($a);
    Async\await(Async\spawn(function () use ($a) {
        fread($a, 10);
        echo "not here\n";
    }));
    echo "nor here\n";
    PHP;
$child = child_php($script, seconds: 20);
echo preg_match('~Uncaught TypeError: .*~', $child['out'], $found) ? preg_replace('~ in /.*| in child.*~', '', $found[0]) : $child['out'];
echo "\n[status {$child['status']}]", str_contains($child['out'], 'here') ? ' went on' : '', "\n";

[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$server = stream_socket_server('tcp://127.0.0.1:0');
$file = tmpfile();
array_map(fclose(...), [$a, $server, $file]);
$calls = [
    fn() => fread($a, 10), fn() => fwrite($a, 'x'), fn() => fgets($a), fn() => stream_get_contents($a), fn() => feof($a),
    fn() => stream_set_timeout($a, 1), fn() => fclose($a), fn() => stream_socket_accept($server, 1), fn() => fread($file, 1),
];
$message = function (Closure $call) {
    try {
        return $call();
    } catch (TypeError $e) {
        return $e->getMessage();
    }
};
$stock = array_map($message, $calls);
foreach ($calls as $i => $call) {
    $inside = await(spawn($message, $call));
    echo $inside, $inside === $stock[$i] ? '' : " instead of $stock[$i]", "\n";
}
?>
--EXPECT--
Uncaught TypeError: fread(): supplied resource is not a valid stream resource
[status 255]
fread(): supplied resource is not a valid stream resource
fwrite(): supplied resource is not a valid stream resource
fgets(): supplied resource is not a valid stream resource
stream_get_contents(): supplied resource is not a valid stream resource
feof(): supplied resource is not a valid stream resource
stream_set_timeout(): supplied resource is not a valid stream resource
fclose(): supplied resource is not a valid stream resource
stream_socket_accept(): supplied resource is not a valid stream resource
fread(): supplied resource is not a valid stream resource
