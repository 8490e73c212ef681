--TEST--
CU-11: a fatal error out of a transfer of libcurl leaves the action of SIGPIPE that PHP code has chosen to the next request
--DESCRIPTION--
Rules: io CU-11
Order: independent
--EXTENSIONS--
curl
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../lib/web.php';
if ($why = missing_web_server('php -S')) die("skip $why");
?>
--FILE--
<?php
require_once __DIR__ . '/../lib/temporary.php';
require_once __DIR__ . '/../lib/web.php';

$dir = temporary_directory();
file_put_contents("$dir/index.php", <<<'PHP'
    <?php
    function action(): string
    {
        preg_match('/SigIgn:\s*(\w+)/', file_get_contents('/proc/self/status'), $match);
        return hexdec(substr($match[1], -8)) >> (SIGPIPE - 1) & 1 ? 'ignored' : 'default';
    }
    // Of several processes one serves: an earlier request of this one has left the file.
    $found = action();
    $chosen = is_file($file = __DIR__ . '/' . getmypid()) ? 'default' : 'ignored';
    echo 'found: ', $found === $chosen ? 'as chosen' : "$found instead of $chosen", "\n";
    pcntl_signal(SIGPIPE, SIG_DFL);
    touch($file);
    $server = stream_socket_server('tcp://127.0.0.1:0');
    Async\spawn(function () use ($server) {
        $client = stream_socket_accept($server);
        while (trim(fgets($client)) !== '');
        fwrite($client, "HTTP/1.0 200 OK\r\n\r\nok");
    });
    $handle = curl_init('http://' . stream_socket_get_name($server, false));
    // PHP with threads sets it.
    curl_setopt($handle, CURLOPT_NOSIGNAL, false);
    curl_setopt($handle, CURLOPT_WRITEFUNCTION, function () {
        echo 'in the transfer: ', action(), "\n";
        str_repeat('more than there is', PHP_INT_MAX >> 8);
    });
    Async\await(Async\spawn(fn() => curl_exec($handle)));
    PHP);
$site = WebSite::start('php -S', $dir, web_options(['curl', 'pcntl'], ['log_errors' => 0]));
$bodies = [];
for ($i = 0; $i < 8; $i++) {
    $bodies[] = preg_replace('~ of .*~', '', trim($site->get('/')[2]));
}
echo implode("\n", array_unique($bodies)), "\n";
echo count(glob("$dir/[0-9]*")) < count($bodies) ? "a process has served twice\n" : "each process has served once\n";
--EXPECT--
found: as chosen
in the transfer: ignored

Fatal error: Allowed memory size
a process has served twice
