--TEST--
io 17: with async.io=0 blocking calls block the process; the API's own waits stay cooperative
--DESCRIPTION--
Rules: io P-6
Order: dependent
--INI--
async.io=0
--FILE--
<?php
use function Async\{spawn, await_all, delay};

function run(callable $wait): string
{
    $order = [];
    $coroutines = [];
    foreach (['a', 'b'] as $name) {
        $coroutines[] = spawn(function () use ($name, $wait, &$order) {
            $order[] = "$name+";
            $wait();
            $order[] = "$name-";
        });
    }
    await_all($coroutines);
    return implode(' ', $order);
}
echo 'usleep ', run(fn() => usleep(2000)), "\n";
echo 'read   ', run(function () {
    [$reader, $writer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    fwrite($writer, 'x');
    fread($reader, 1);
    stream_set_timeout($reader, 0, 2000);
    fread($reader, 1);
}), "\n";
echo 'exec   ', run(fn() => exec('sleep 0.01')), "\n";
echo 'delay  ', run(fn() => delay(2)), "\n";
--EXPECT--
usleep a+ a- b+ b-
read   a+ a- b+ b-
exec   a+ a- b+ b-
delay  a+ b+ a- b-
