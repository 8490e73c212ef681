--TEST--
SK-1, SK-4, HK-5, HK-6: connecting again, receiving from datagram sockets that were shut down, and failed lookups end as in stock
--DESCRIPTION--
Rules: io SK-1, io SK-4, io HK-5, io HK-6
Order: independent
--SKIPIF--
<?php if (!function_exists('socket_create')) die('skip no sockets'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/server.php';

$code = '<?php $free = ' . free_port() . ';' . <<<'PHP'
function end_of(Socket $socket, mixed $result): string
{
    $code = socket_last_error($socket);
    socket_clear_error($socket);
    return var_export($result, true) . ($result === false ? ' ' . $code : '') . "\n";
}

$cases = [
    'refused again and again' => function () use ($free) {
        $socket = socket_create(AF_INET, SOCK_STREAM, 0);
        for ($i = 0; $i < 4; $i++) {
            echo end_of($socket, @socket_connect($socket, '127.0.0.1', $free));
        }
    },
    'connected after a refusal, and once more' => function () use ($free) {
        $socket = socket_create(AF_INET, SOCK_STREAM, 0);
        echo end_of($socket, @socket_connect($socket, '127.0.0.1', $free));
        $listener = socket_create_listen(0);
        socket_getsockname($listener, $address, $port);
        for ($i = 0; $i < 3; $i++) {
            echo end_of($socket, @socket_connect($socket, '127.0.0.1', $port));
        }
        socket_write($socket, 'x');
        echo socket_read(socket_accept($listener), 100), "\n";
    },
    'datagrams of AF_UNIX, shut down' => function () {
        socket_create_pair(AF_UNIX, SOCK_DGRAM, 0, $pair);
        socket_write($pair[1], 'the last');
        socket_shutdown($pair[0], 2);
        for ($i = 0; $i < 3; $i++) {
            echo end_of($pair[0], socket_recv($pair[0], $buffer, 10, 0));
        }
        echo end_of($pair[0], socket_recv($pair[0], $buffer, 10, MSG_PEEK));
        echo end_of($pair[0], @socket_recv($pair[0], $buffer, 10, MSG_DONTWAIT));
    },
    'UDP, shut down' => function () {
        $socket = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
        socket_bind($socket, '127.0.0.1', 0);
        socket_connect($socket, '127.0.0.1', 9);
        socket_shutdown($socket, 0);
        echo end_of($socket, socket_recvfrom($socket, $buffer, 10, 0, $name, $port));
        echo end_of($socket, @socket_recvfrom($socket, $buffer, 10, MSG_DONTWAIT, $name, $port));
    },
    'a stream of datagrams, shut down' => function () {
        [$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_DGRAM, 0);
        stream_socket_shutdown($one, STREAM_SHUT_RD);
        var_dump(stream_socket_recvfrom($one, 10), fread($one, 10), feof($one));
    },
    'names that do not exist' => function () {
        $name = 'no.such.host.invalid';
        $socket = socket_create(AF_INET, SOCK_STREAM, 0);
        echo end_of($socket, @socket_connect($socket, $name, 9));
        echo end_of($socket, @socket_bind($socket, $name, 9));
        $socket = socket_create(AF_INET, SOCK_DGRAM, 0);
        echo end_of($socket, @socket_sendto($socket, 'x', 1, 0, $name, 9));
    },
];
foreach ($cases as $name => $case) {
    $run = function () use ($case): string {
        ob_start();
        $case();
        return ob_get_clean();
    };
    echo json_encode([$name, function_exists('Async\\spawn') ? Async\await(Async\spawn($run)) : $run()]), "\n";
}
PHP;
putenv('RES_OPTIONS=timeout:1 attempts:1');
$run = fn(bool $with) => child_php($code, ['extension' => shared_extensions('sockets')], $with, seconds: 40)['out'];
[$stock, $coroutine] = [$run(false), $run(true)];
foreach (array_map(null, explode("\n", trim($stock)), explode("\n", trim($coroutine))) as [$expected, $found]) {
    [$name, $output] = json_decode($expected ?? '', true) ?? [$expected, ''];
    echo $name, ': ', $found === $expected ? 'as in stock' : "$found instead of $expected", $output === '' ? ', no output' : '', "\n";
}

echo "-- shut down under readers\n";
use function Async\{await, spawn, suspend};

socket_create_pair(AF_UNIX, SOCK_DGRAM, 0, $pair);
$readers = [];
for ($i = 0; $i < 3; $i++) {
    $readers[] = spawn(fn() => socket_recv($pair[0], $buffer, 10, 0));
}
[$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_DGRAM, 0);
$readers[] = spawn(fn() => fread($one, 10));
$readers[] = spawn(fn() => stream_socket_recvfrom($one, 10));
for ($i = 0; $i < 20; $i++) {
    suspend();
}
socket_shutdown($pair[0], 2);
stream_socket_shutdown($one, STREAM_SHUT_RDWR);
echo json_encode(array_map(await(...), $readers)), "\n";
?>
--EXPECT--
refused again and again: as in stock
connected after a refusal, and once more: as in stock
datagrams of AF_UNIX, shut down: as in stock
UDP, shut down: as in stock
a stream of datagrams, shut down: as in stock
names that do not exist: as in stock
-- shut down under readers
[0,0,0,"",""]
