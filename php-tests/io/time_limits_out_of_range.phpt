--TEST--
ST-10, ST-12: a negative or huge time limit of an HTTP context is no limit; a closed stream is a TypeError as in stock PHP
--DESCRIPTION--
Rules: io ST-10, io ST-12
Order: independent
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80300) die('skip later versions refuse a huge limit'); ?>
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/http.php';

watchdog();
$server = new HttpServer;
foreach ([-1, -0.5, PHP_INT_MIN, PHP_INT_MAX, 1e300] as $limit) {
    $context = stream_context_create(['http' => ['timeout' => $limit]]);
    echo await(spawn(file_get_contents(...), $server->url('/after/20'), false, $context)), "\n";
}
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fclose($a);
foreach ([fn() => fread($a, 10), fn() => fwrite($a, 'x')] as $call) {
    try {
        await(spawn($call));
    } catch (TypeError $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
after 20
after 20
after 20
after 20
after 20
fread(): supplied resource is not a valid stream resource
fwrite(): supplied resource is not a valid stream resource
