--TEST--
CU-11: SIGPIPE is ignored as long as any transfer of libcurl runs; then its action is the one that PHP code has chosen, also meanwhile
--DESCRIPTION--
Rules: io CU-11
Order: independent
--EXTENSIONS--
curl
pcntl
posix
--FILE--
<?php
use function Async\{spawn, await};

function disposition(): string
{
    $status = file_get_contents('/proc/self/status');
    foreach (['SigIgn' => 'ignored', 'SigCgt' => 'caught'] as $line => $word) {
        preg_match("/$line:\s*(\w+)/", $status, $match);
        if (hexdec(substr($match[1], -8)) >> (SIGPIPE - 1) & 1) return $word;
    }
    return 'default';
}

$server = stream_socket_server('tcp://127.0.0.1:0');
$url = 'http://' . stream_socket_get_name($server, false);

/** Two transfers; the second begins in the first, and ends after it. $within is called in the last callback, when one is left. */
function transfers(Closure $within): void
{
    global $server, $url;
    $get = function (Closure $received) use ($url) {
        $handle = curl_init($url);
        // PHP with threads sets it.
        curl_setopt($handle, CURLOPT_NOSIGNAL, false);
        curl_setopt($handle, CURLOPT_WRITEFUNCTION, function ($handle, string $bytes) use ($received) {
            $received();
            return strlen($bytes);
        });
        if (!curl_exec($handle)) echo curl_error($handle), "\n";
    };
    $accept = function () use ($server) {
        $client = stream_socket_accept($server);
        while (trim(fgets($client)) !== '');
        return $client;
    };
    $answer = function ($client) {
        fwrite($client, "HTTP/1.0 200 OK\r\n\r\nok");
        fclose($client);
    };
    $first = spawn($get, fn() => null);
    $client = $accept();
    $second = spawn($get, $within);
    $other = $accept();
    $answer($client);
    await($first);
    $answer($other);
    await($second);
}

await(spawn(function () {
    pcntl_async_signals(true);
    $catch = fn(string $what) => fn() => print("caught, $what\n");
    $kill = fn() => posix_kill(posix_getpid(), SIGPIPE);
    transfers($kill);
    echo 'ignored before: ', disposition(), "\n";

    pcntl_signal(SIGPIPE, SIG_DFL);
    $before = disposition();
    transfers($kill);
    echo 'default before: ', disposition() === $before ? "the same\n" : disposition() . ", not $before\n";
    transfers($kill);
    echo 'once more: ', disposition() === $before ? "the same\n" : disposition() . ", not $before\n";

    pcntl_signal(SIGPIPE, $catch('of before'));
    transfers($kill);
    echo "and now\n";
    $kill();

    transfers(fn() => pcntl_signal(SIGPIPE, $catch('of meanwhile')));
    $kill();

}));
?>
--EXPECT--
ignored before: ignored
default before: the same
once more: the same
and now
caught, of before
caught, of meanwhile
