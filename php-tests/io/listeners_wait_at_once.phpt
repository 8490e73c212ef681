--TEST--
ST-5, TLS-1: listeners, plain, TLS and non-blocking, wait at once, each as long as its own limit; others get their connections meanwhile
--DESCRIPTION--
Rules: io ST-5, io TLS-1
Order: independent
--EXTENSIONS--
openssl
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/tls.php';

watchdog(30);
$open = [
    'plain' => fn() => stream_socket_server('tcp://127.0.0.1:0'),
    'tls' => fn() => tls_server()[0],
    'unix' => fn() => stream_socket_server("unix://\0true_async-" . bin2hex(random_bytes(8))),
    'non-blocking' => function () {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        stream_set_blocking($server, false);
        return $server;
    },
    'non-blocking tls' => function () {
        [$server] = tls_server();
        stream_set_blocking($server, false);
        return $server;
    },
];
$ends = [];
set_error_handler(function (int $level, string $message) use (&$ends) {
    $ends[] = $message;
    return true;
});
$accept = function (string $name, $server, ?float $limit) use (&$ends) {
    $began = hrtime(true);
    $result = stream_socket_accept($server, $limit);
    $ends[] = [$name, $limit, $result, hrtime(true) - $began >= 1e9 * ($limit ?? (int) ini_get('default_socket_timeout'))];
};
// The last to begin is the first to end; one waits for default_socket_timeout.
ini_set('default_socket_timeout', '3');
$coroutines = [spawn($accept, 'default', $open['plain'](), null)];
$limit = 1.6;
foreach ($open as $name => $new) {
    $coroutines[] = spawn($accept, $name, $new(), $limit = round($limit - 0.3, 1));
}

// Connections to listeners of the same kinds are taken while those wait.
foreach (['plain', 'tls', 'non-blocking'] as $name) {
    $server = $open[$name]();
    $accepting = spawn(fn() => stream_socket_accept($server, 60));
    // It waits: also the non-blocking one.
    for ($i = 0; $i < 5; $i++) {
        suspend();
    }
    if ($accepting->isCompleted()) {
        echo "$name did not wait\n";
    }
    $address = stream_socket_get_name($server, false);
    $client = $name === 'tls' ? tls_client("tls://$address") : stream_socket_client("tcp://$address");
    $accepted = await($accepting);
    fwrite($accepted, "$name is served\n");
    $line = fgets($client);
    echo $coroutines[0]->isCompleted() ? 'too late: ' : '', $line;
}
array_map(await(...), $coroutines);
foreach ($ends as $end) {
    echo json_encode($end), "\n";
}
?>
--EXPECT--
plain is served
tls is served
non-blocking is served
"stream_socket_accept(): Accept failed: Connection timed out"
["non-blocking tls",0.1,false,true]
"stream_socket_accept(): Accept failed: Connection timed out"
["non-blocking",0.4,false,true]
"stream_socket_accept(): Accept failed: Connection timed out"
["unix",0.7,false,true]
"stream_socket_accept(): Accept failed: Connection timed out"
["tls",1,false,true]
"stream_socket_accept(): Accept failed: Connection timed out"
["plain",1.3,false,true]
"stream_socket_accept(): Accept failed: Connection timed out"
["default",null,false,true]
