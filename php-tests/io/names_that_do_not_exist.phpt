--TEST--
DN-2, DN-5: lookups of names and addresses that do not exist, and connects to them, say what stock PHP says
--DESCRIPTION--
Rules: io DN-2, io DN-5
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

/** The coroutine, or 0 before there are any. */
function whose(): int
{
    global $stock;
    return isset($stock) ? Async\current_coroutine()->getId() : 0;
}

function lookups(): string
{
    global $texts;
    $texts[whose()] = [];
    $name = 'no-such-host.invalid';
    $results = [
        gethostbyname($name), gethostbynamel($name), gethostbyname(''), gethostbynamel(''), gethostbyaddr('not an address'),
        gethostbyname(str_repeat('x', 300)), gethostbynamel(str_repeat('x', 300)), gethostbyname('127.0.0.1'),
        stream_socket_client("tcp://$name:80", $code, $error, 1), $error, fsockopen($name, 80, $code, $error, 1), $error,
        file_get_contents("http://$name/"), stream_socket_server("tcp://$name:0", $code, $error), $error,
    ];
    $s = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    $results[] = [socket_connect($s, $name, 80), socket_last_error($s)];
    return json_encode([$results, $texts[whose()]]);
}

watchdog();
set_error_handler(function ($level, $text) {
    $GLOBALS['texts'][whose()][] = $text;
    return true;
});
$stock = lookups();
$coroutines = [spawn('lookups'), spawn('lookups')];
foreach ($coroutines as $c) {
    var_dump(await($c) === $stock);
}
var_dump(str_contains($stock, 'php_network_getaddresses: getaddrinfo for no-such-host.invalid failed: '));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
