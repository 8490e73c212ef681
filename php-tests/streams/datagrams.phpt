--TEST--
UDP-1, UDP-2, UDP-3: receiving waits as long as the stream allows, one datagram at a time; a cancelled receive loses nothing
--DESCRIPTION--
Rules: UDP-1, UDP-2, UDP-3, io SO-8, io CX-6
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/server.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$dir = make_temporary_directory();
$receivers = [
    'udp' => fn() => stream_socket_server('udp://127.0.0.1:0', flags: STREAM_SERVER_BIND),
    'udg' => fn() => stream_socket_server("udg://$dir/socket", flags: STREAM_SERVER_BIND),
];
foreach ($receivers as $kind => $open) {
    $server = $open();
    $address = "$kind://" . stream_socket_get_name($server, false);
    echo "$kind\n";
    stream_set_timeout($server, 0, 20_000);
    await(spawn(function () use ($server) {
        $peer = 'left';
        var_dump(stream_socket_recvfrom($server, 100, 0, $peer), $peer, stream_get_meta_data($server)['timed_out']);
    }));
    stream_set_timeout($server, 60);
    var_dump(stream_get_meta_data($server)['timed_out']);

    // Two senders, three receivers: each datagram goes to one of them, whole.
    $got = [];
    $all = [];
    for ($i = 0; $i < 3; $i++) {
        $all[] = spawn(function () use ($server, &$got) {
            for ($i = 0; $i < 4; $i++) {
                $got[] = stream_socket_recvfrom($server, 100);
            }
        });
    }
    $sent = [];
    foreach (['a', 'bcdef'] as $text) {
        $client = stream_socket_client($address);
        for ($i = 0; $i < 6; $i++) {
            $sent[] = "$text$i";
        }
        $all[] = spawn(function () use ($client, $text) {
            for ($i = 0; $i < 6; $i++) {
                stream_socket_sendto($client, "$text$i");
                suspend();
            }
        });
    }
    array_map(await(...), $all);
    sort($got);
    sort($sent);
    var_dump($got === $sent);

    // Cancelled; looking does not take.
    $receiver = spawn(fn() => stream_socket_recvfrom($server, 100));
    suspend();
    suspend();
    $receiver->cancel();
    try {
        await($receiver);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
    $looker = spawn(fn() => stream_socket_recvfrom($server, 2, STREAM_PEEK));
    suspend();
    fwrite($client, 'last');
    var_dump(await($looker), stream_socket_recvfrom($server, 100));
    fclose($server);
}
remove_tree($dir);
?>
--EXPECT--
udp
bool(false)
NULL
bool(true)
bool(false)
bool(true)
cancelled
string(2) "la"
string(4) "last"
udg
bool(false)
NULL
bool(true)
bool(false)
bool(true)
cancelled
string(2) "la"
string(4) "last"
