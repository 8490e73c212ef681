--TEST--
DN-1, SK-1, ST-2: calls with names and addresses to resolve let others run first; numeric addresses of sockets, unix:// and pairs do not
--DESCRIPTION--
Rules: DN-1, io SK-1, io ST-2
Order: dependent
--INI--
async.io_slice_ms=0
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
$turns = 0;
$others = spawn(function () use (&$turns) {
    for (;; $turns++) {
        suspend();
    }
});
$name = "\0true_async-" . bin2hex(random_bytes(8));
$calls = spawn(function () use (&$turns, $name) {
    $switches = function (string $what, Closure $call) use (&$turns) {
        suspend();
        $before = $turns;
        $result = $call();
        $switched = $turns > $before;
        echo str_pad($switched ? 'switches' : 'stays', 10), $what, $result ? '' : ': failed', "\n";
        return $result;
    };
    $switches('gethostbyname of a literal', fn() => gethostbyname('127.0.0.1') === '127.0.0.1');
    $switches('gethostbynamel of a literal', fn() => gethostbynamel('127.0.0.1') === ['127.0.0.1']);
    $switches('gethostbynamel', fn() => gethostbynamel('localhost'));
    $switches('gethostbyaddr', fn() => gethostbyaddr('127.0.0.1'));
    $switches('socket_addrinfo_lookup of a literal', fn() => socket_addrinfo_lookup('127.0.0.1', '80'));
    $switches('socket_addrinfo_lookup', fn() => socket_addrinfo_lookup('localhost'));
    $server = $switches('tcp server', fn() => stream_socket_server('tcp://127.0.0.1:0'));
    $address = stream_socket_get_name($server, false);
    $port = (int) substr(strrchr($address, ':'), 1);
    $clients[] = $switches('tcp client', fn() => stream_socket_client("tcp://$address"));
    $clients[] = $switches('tcp client that does not wait', fn() => stream_socket_client("tcp://$address", $code, $text, 1,
        STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT));
    $clients[] = $switches('fsockopen', fn() => fsockopen('127.0.0.1', $port));
    $udp = $switches('udp server', fn() => stream_socket_server('udp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND));
    $udp_address = stream_socket_get_name($udp, false);
    $clients[] = $switches('udp client', fn() => stream_socket_client("udp://$udp_address"));

    $listener = $switches('unix server', fn() => stream_socket_server("unix://$name"));
    $clients[] = $switches('unix client', fn() => stream_socket_client("unix://$name"));
    $clients[] = $switches('unix accept of what is there', fn() => stream_socket_accept($listener));
    $datagrams = $switches('udg server', fn() => stream_socket_server("udg://$name-udg", $code, $text, STREAM_SERVER_BIND));
    $clients[] = $switches('udg client', fn() => stream_socket_client("udg://$name-udg"));
    $clients[] = $switches('pair', fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0));
    $clients[] = $switches('datagram pair', fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_DGRAM, 0));

    $socket = fn(int $type) => socket_create(AF_INET, $type, 0);
    [$tcp, $other] = [$socket(SOCK_STREAM), $socket(SOCK_STREAM)];
    $switches('socket_bind to a number', fn() => socket_bind($tcp, '127.0.0.1'));
    $switches('socket_listen', fn() => socket_listen($tcp));
    $switches('socket_bind to a name', fn() => socket_bind($other, 'localhost'));
    [$receiver, $sender, $connected] = [$socket(SOCK_DGRAM), $socket(SOCK_DGRAM), $socket(SOCK_DGRAM)];
    socket_bind($receiver, '127.0.0.1');
    socket_getsockname($receiver, $host, $to);
    $switches('socket_connect to a number', fn() => socket_connect($connected, '127.0.0.1', $to));
    $switches('socket_connect to a name', fn() => socket_connect($connected, 'localhost', $to));
    $switches('socket_sendto to a number', fn() => socket_sendto($sender, 'one', 3, 0, '127.0.0.1', $to) === 3);
    $switches('socket_sendto to a name', fn() => socket_sendto($sender, 'two', 3, 0, 'localhost', $to) === 3);
    $switches('socket_recvfrom of what is there', fn() => socket_recvfrom($receiver, $data, 10, 0, $from, $port) && $data === 'one');
    $switches('socket_recvfrom of what is there', fn() => socket_recvfrom($receiver, $data, 10, 0, $from, $port) && $data === 'two');
    // The switch is the lookup's also where it fails.
    $switches('socket_connect to no such name', fn() => !@socket_connect($other, 'no such name.invalid', 1));
});
await($calls);
$others->cancel();
?>
--EXPECT--
switches  gethostbyname of a literal
switches  gethostbynamel of a literal
switches  gethostbynamel
switches  gethostbyaddr
switches  socket_addrinfo_lookup of a literal
switches  socket_addrinfo_lookup
switches  tcp server
switches  tcp client
switches  tcp client that does not wait
switches  fsockopen
switches  udp server
switches  udp client
stays     unix server
stays     unix client
stays     unix accept of what is there
stays     udg server
stays     udg client
stays     pair
stays     datagram pair
stays     socket_bind to a number
stays     socket_listen
switches  socket_bind to a name
stays     socket_connect to a number
switches  socket_connect to a name
stays     socket_sendto to a number
switches  socket_sendto to a name
stays     socket_recvfrom of what is there
stays     socket_recvfrom of what is there
switches  socket_connect to no such name
