--TEST--
W-1, W-5: coroutines that wait for one descriptor get what comes in the order of their arrival; observers are told and take no turn
--DESCRIPTION--
Rules: W-1, W-5, W-6
Order: dependent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
function pair(int $type): array
{
    socket_create_pair(AF_UNIX, $type, 0, $pair);
    return $pair;
}
$order = [];
$note = function (string $what) use (&$order) {
    $order[] = $what;
};
$show = function (string $title) use (&$order) {
    echo "$title: ", implode(' ', $order), "\n";
    $order = [];
};
$read = fn(Socket $socket, string $name) => spawn(fn() => $note($name . socket_read($socket, 10)));
$select = fn(Socket $socket, string $name) => spawn(function () use ($socket, $name, $note) {
    [$read, $none] = [[$socket], null];
    socket_select($read, $none, $none, 5);
    $note($name);
});
$until_done = fn(array $coroutines) => array_map(await(...), $coroutines);

[$in, $out] = pair(SOCK_DGRAM);
$readers = array_map(fn($name) => $read($in, $name), ['a', 'b', 'c', 'd']);
foreach (range(1, 4) as $number) {
    // One message: one of them is woken, and has read it before the next.
    delay(2);
    socket_write($out, $number);
}
$until_done($readers);
$show('one after the other');

$readers = array_map(fn($name) => $read($in, $name), ['a', 'b', 'c', 'd']);
delay(2);
foreach (range(1, 4) as $number) {
    socket_write($out, $number);
}
$until_done($readers);
$show('at once');

$readers = array_map(fn($name) => $read($in, $name), ['a', 'b', 'c', 'd']);
delay(2);
$readers[0]->cancel();
$readers[2]->cancel();
delay(2);
// A late one comes after those that wait already, and one that reads again behind it.
$readers = [$readers[1], $readers[3], $read($in, 'e')];
delay(2);
socket_write($out, 1);
await($readers[0]);
$readers[] = $read($in, 'b');
delay(2);
foreach (range(2, 4) as $number) {
    socket_write($out, $number);
}
$until_done($readers);
$show('two cancelled, two late');

$all = [$select($in, 'early'), $read($in, 'a'), $select($in, 'late'), $read($in, 'b')];
delay(2);
socket_write($out, 1);
delay(2);
// The reader before it has left nothing for the late observer, which waits on.
$show('an observer and the first reader');
socket_write($out, 2);
socket_write($out, 3);
$until_done($all);
$show('the second reader, and an observer of what is left');

[$in, $out] = pair(SOCK_STREAM);
socket_set_nonblock($in);
while (@socket_write($in, '.') === 1);
socket_set_block($in);
$writers = array_map(fn($name) => spawn(fn() => socket_write($in, $name)), ['a', 'b', 'c', 'd']);
delay(2);
$got = '';
while (!str_ends_with($got, 'd')) {
    $got .= socket_read($out, 65536);
}
$until_done($writers);
echo 'writers: ', ltrim($got, '.'), "\n";
?>
--EXPECT--
one after the other: a1 b2 c3 d4
at once: a1 b2 c3 d4
two cancelled, two late: b1 d2 e3 b4
an observer and the first reader: early a1
the second reader, and an observer of what is left: b2 late
writers: abcd
