--TEST--
SO-8: urgent data are received at once if they are there, and never waited for, whatever else runs or reads
--DESCRIPTION--
Rules: io SO-8, io SO-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog(30);

function pair(): array
{
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    $peer = stream_socket_client('tcp://' . stream_socket_get_name($listener, false));
    return [stream_socket_accept($listener), $peer];
}

function send_urgent($peer, $stream): void
{
    stream_socket_sendto($peer, '!', STREAM_OOB);
    $none = null;
    $except = [$stream];
    stream_select($none, $none, $except, 5);
}

function receive(string $when, $stream, $peer): void
{
    $answers = [stream_socket_recvfrom($stream, 1, STREAM_OOB)];
    send_urgent($peer, $stream);
    $answers[] = stream_socket_recvfrom($stream, 1, STREAM_OOB);
    $answers[] = stream_socket_recvfrom($stream, 1, STREAM_OOB);
    $answers[] = stream_get_meta_data($stream)['timed_out'];
    echo "$when: ", json_encode($answers), "\n";
}

receive('before the API is used', ...pair());

[$stream, $peer] = pair();
stream_set_timeout($stream, 1);
await(spawn(fn() => suspend()));
receive('main alone', $stream, $peer);

$other = spawn(function () {
    while (true) {
        suspend();
    }
});
receive('beside another', ...pair());

[$stream, $peer] = pair();
$reader = spawn(fn() => fgets($stream));
for ($i = 0; $i < 20; $i++) {
    suspend();
}
receive('beside a reader', $stream, $peer);
fwrite($peer, "what it waits for\n");
echo await($reader);
$other->cancel();
?>
--EXPECT--
before the API is used: [false,"!",false,false]
main alone: [false,"!",false,false]
beside another: [false,"!",false,false]
beside a reader: [false,"!",false,false]
what it waits for
