--TEST--
FW-2, DB-9: functions that are called as closures of themselves are guarded as those called by name
--DESCRIPTION--
Rules: io FW-2, io DB-9
Order: dependent
--FILE--
<?php
use function Async\{await, await_all, delay, spawn};

require __DIR__ . '/../lib/temporary.php';

echo "-- closing ends a statement that waits for a lock\n";
$file = temporary_directory('closures') . '/base';
$locked = new SQLite3($file);
$locked->exec('CREATE TABLE t (a); BEGIN EXCLUSIVE');
$base = new SQLite3($file);
$base->busyTimeout(30000);
$start = microtime(true);
$waiting = spawn(fn() => @$base->exec(...)('INSERT INTO t VALUES (1)'));
$closing = spawn(function () use ($base) { delay(50); $base->close(); });
await($closing);
var_dump(await($waiting), microtime(true) - $start < 20);
$locked->close();

echo "-- a handle of curl that is busy has its turn for the next one, and its options stay\n";
$server = stream_socket_server('tcp://127.0.0.1:0');
$handle = curl_init('http://' . stream_socket_get_name($server, false) . '/');
curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => ['X-Name: own']]);
spawn(function () use ($server) {
    for ($number = 1; $number <= 3; $number++) {
        $client = stream_socket_accept($server);
        $request = '';
        while (!str_contains($request, "\r\n\r\n")) {
            $request .= fread($client, 1000);
        }
        delay(30);
        $name = preg_match('/X-Name: (\w+)/', $request, $match) ? $match[1] : 'none';
        fwrite($client, "HTTP/1.0 200 OK\r\n\r\n$number $name");
        fclose($client);
    }
});
$first = spawn(curl_exec(...), $handle);
$second = spawn(function () use ($handle) { delay(10); return curl_exec(...)($handle); });
$third = spawn(function () use ($handle, $server) {
    delay(15);
    curl_reset(...)($handle);
    curl_setopt_array($handle, [
        CURLOPT_URL => 'http://' . stream_socket_get_name($server, false) . '/', CURLOPT_RETURNTRANSFER => true,
    ]);
    return curl_exec($handle);
});
var_dump(await($first), await($second), await($third));

echo "-- a command that is cancelled ends\n";
$command = spawn(fn() => exec(...)('exec sleep 60'));
delay(50);
$command->cancel();
try {
    await($command);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
$children = fn() => file_get_contents('/proc/self/task/' . getmypid() . '/children');
for ($i = 0; $i < 500 && $children() !== ''; $i++) {
    delay(20);
}
var_dump($children());
?>
--EXPECT--
-- closing ends a statement that waits for a lock
bool(false)
bool(true)
-- a handle of curl that is busy has its turn for the next one, and its options stay
string(5) "1 own"
string(5) "2 own"
string(6) "3 none"
-- a command that is cancelled ends
cancelled
string(0) ""
