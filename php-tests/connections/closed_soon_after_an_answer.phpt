--TEST--
DB-9: a connection whose last answer was read whole is closed under the next query, which fails at once
--DESCRIPTION--
Rules: io DB-9, io HK-3
Order: independent
--EXTENSIONS--
mysqli
--FILE--
<?php
use function Async\{await, spawn, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

/* What a server of MySQL says: the greeting, and that all is well with the login and with one query; the next one it only receives. */
$listener = stream_socket_server('tcp://127.0.0.1:0');
$asked = false;
$server = spawn(function () use ($listener, &$asked) {
    $client = stream_socket_accept($listener);
    $receive = function () use ($client) {
        $bytes = function (int $count) use ($client) {
            for ($text = ''; strlen($text) < $count && !feof($client); $text .= fread($client, $count - strlen($text)));
            return $text;
        };
        return $bytes(unpack('V', substr($bytes(4), 0, 3) . "\0")[1]);
    };
    $send = fn(int $number, string $packet) => fwrite($client, substr(pack('V', strlen($packet)), 0, 3) . chr($number) . $packet);
    $capabilities = 0x0008_0000 | 0x000f_a205;
    $send(0, "\x0a5.7.44\0" . pack('V', 7) . "12345678\0" . pack('v', $capabilities & 0xffff) . "\x21" . pack('v', 2)
        . pack('v', $capabilities >> 16) . chr(21) . str_repeat("\0", 10) . "123456789012\0mysql_native_password\0");
    $ok = "\0\0\0" . pack('v', 2) . pack('v', 0);
    foreach ([2, 1] as $number) {
        $receive();
        $send($number, $ok);
    }
    $asked = $receive() === "\x03DO 2";
    while (!feof($client)) fread($client, 8192);
});

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$mysqli = new mysqli('127.0.0.1', 'user', 'password', '', (int) substr(strrchr(stream_socket_get_name($listener, false), ':'), 1));
var_dump($mysqli->query('DO 1'));
$query = spawn(fn() => $mysqli->query('DO 2'));
while (!$asked) suspend();
var_dump($mysqli->close());
try {
    await($query);
} catch (mysqli_sql_exception $e) {
    echo $e->getMessage(), "\n";
}
await($server);
echo "the server has seen the end\n";
?>
--EXPECT--
bool(true)
bool(true)
MySQL server has gone away
the server has seen the end
