--TEST--
W-10: calls that ask not to wait let no other coroutine run, however long this one has run, unless it calls nothing else in vain
--DESCRIPTION--
Rules: io W-10, io IO-7, io ST-7
Order: independent
--EXTENSIONS--
sockets
pcntl
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

[$stream, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_blocking($stream, false);
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $sockets);

$calls = [
    'fread' => fn() => fread($stream, 10),
    'feof' => fn() => feof($stream),
    'fwrite' => fn() => fwrite($stream, 'x'),
    'socket_recv' => function () use ($sockets) {
        return @socket_recv($sockets[0], $buffer, 10, MSG_DONTWAIT);
    },
];

/** Whether others run while a call is made many times by one that computes most of the time. */
function lets_others_run(Closure $call): bool
{
    $turns = 0;
    $ends = false;
    $other = spawn(function () use (&$turns, &$ends) {
        while (!$ends) {
            $turns++;
            suspend();
        }
    });
    suspend();
    $before = $turns;
    for ($i = 0; $i < 40; $i++) {
        for ($end = hrtime(true) + 1_000_000; hrtime(true) < $end;);
        $call();
    }
    $after = $turns;
    $ends = true;
    await($other);
    return $before !== $after;
}

foreach ($calls as $name => $call) {
    echo "$name: ", await(spawn(lets_others_run(...), $call)) ? "others ran\n" : "nobody ran\n";
}

// What such a loop waits for may come from another coroutine, here from one that begins after it.
$reader = spawn(function () use ($stream, $peer) {
    spawn(fn() => fwrite($peer, 'from the other'));
    for ($text = ''; strlen($text) < strlen('from the other'); $text .= fread($stream, 100));
    return $text;
});
echo await($reader), "\n";
--EXPECT--
fread: nobody ran
feof: nobody ran
fwrite: nobody ran
socket_recv: nobody ran
from the other
