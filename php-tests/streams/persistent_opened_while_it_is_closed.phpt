--TEST--
SO-6: while a persistent connection is being closed, who asks for it gets another one, which the closing leaves alone
--DESCRIPTION--
Rules: io SO-6, io IO-13
Order: independent
--FILE--
<?php
use function Async\{await, spawn, suspend};

class Target
{
    public $context;
    public static bool $waits;
    public static bool $ends;
    function stream_open() { return true; }
    function stream_write(string $data)
    {
        self::$waits = true;
        while (!self::$ends) suspend();
        return strlen($data);
    }
}
stream_wrapper_register('target', Target::class);

function attempt(string $name, Closure $open, $server): void
{
    echo "$name\n";
    Target::$waits = Target::$ends = false;
    $first = $open();
    $peer = stream_socket_accept($server, 60);
    // One byte: more may come in parts, of which the copy would not find the later ones.
    fwrite($peer, 'h');
    $target = fopen('target://', 'w');
    $copying = spawn(fn() => stream_copy_to_stream($first, $target, 1));
    while (!Target::$waits) suspend();
    $closing = spawn(fn() => fclose($first));
    while (is_resource($first)) suspend();

    $second = $open();
    $new_peer = @stream_socket_accept($server, 1);
    // It is still open.
    stream_set_blocking($peer, false);
    var_dump(fgets($peer), feof($peer));
    Target::$ends = true;
    var_dump(await($closing), await($copying), is_resource($second));
    stream_set_blocking($peer, true);
    var_dump(fgets($peer), feof($peer));

    fwrite($second, "to the new one\n");
    echo fgets($new_peer);
    // That is the one that is kept, until it is closed as well.
    $third = $open();
    echo stream_socket_get_name($second, false) === stream_socket_get_name($third, false) ? "kept\n" : "lost\n";
    fclose($third);
    var_dump(fgets($new_peer), feof($new_peer));
    fclose($open());
    fclose(stream_socket_accept($server, 60));
}

$server = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($server, false);
$port = (int) substr(strrchr($address, ':'), 1);
attempt('pfsockopen', fn() => pfsockopen('127.0.0.1', $port), $server);
$flags = STREAM_CLIENT_CONNECT | STREAM_CLIENT_PERSISTENT;
attempt('stream_socket_client', fn() => stream_socket_client("tcp://$address", flags: $flags), $server);
?>
--EXPECT--
pfsockopen
bool(false)
bool(false)
bool(true)
int(1)
bool(true)
bool(false)
bool(true)
to the new one
kept
bool(false)
bool(true)
stream_socket_client
bool(false)
bool(false)
bool(true)
int(1)
bool(true)
bool(false)
bool(true)
to the new one
kept
bool(false)
bool(true)
