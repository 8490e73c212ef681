--TEST--
EG-9: the last error of sockets, dates and connecting to MySQL belongs to the coroutine
--DESCRIPTION--
Rules: io EG-9, ES-4
Order: independent
--EXTENSIONS--
sockets
mysqli
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/at_once.php';

mysqli_report(MYSQLI_REPORT_OFF);
$fail = [
    'socket_last_error' => function ($i) {
        $socket = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
        // An address of a network for documentation; one that is not connected.
        $i ? @socket_bind($socket, '192.0.2.1') : @socket_getpeername($socket, $address);
    },
    'date_get_last_errors' => fn($i) => date_create(['2020-01-01 nowhere', '99:99', '2020-02-30'][$i]),
    'mysqli_connect_error' => fn($i) => $i
        ? @mysqli_connect('127.0.0.1', 'nobody', '', '', 1)
        : @mysqli_connect('localhost', 'nobody', '', '', 0, '/nonexistent'),
];
foreach ($fail as $function => $make) {
    at_once($function, function ($i) use ($function, $make) {
        $make($i);
        $errors = [$function()];
        pause();
        $errors[] = $function();
        pause();
        return [...$errors, $errors[0] === $function() && $errors[0] == true];
    }, $function === 'date_get_last_errors' ? 3 : 2);
}

// A coroutine begins without any, whatever had its stack before, and leaves none behind.
foreach ($fail as $make) $make(0);
$fresh = fn() => [socket_last_error(), date_get_last_errors(), mysqli_connect_errno(), mysqli_connect_error()];
$leaves = function () use ($fresh, $fail) {
    $found = $fresh();
    foreach ($fail as $make) $make(1);
    return $found;
};
foreach (range(1, 4) as $n) $coroutines[] = spawn($leaves);
$found = array_map(await(...), $coroutines);
$found[] = await(spawn($leaves));
$found[] = await(spawn($fresh));
var_dump(count(array_filter($found, fn($one) => $one !== [0, false, 0, null])));
var_dump(socket_last_error() !== 0, key(date_get_last_errors()['errors']), mysqli_connect_errno());
--EXPECT--
socket_last_error: as alone
date_get_last_errors: as alone
mysqli_connect_error: as alone
int(0)
bool(true)
int(11)
int(2002)
