--TEST--
Predis, unmodified: the clients of coroutines wait at once, for blocking commands, messages and pipelines
--DESCRIPTION--
Rules: io ST-1, io ST-3, io ST-6
Order: independent
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
require __DIR__ . '/../lib/packages.php';
if ($why = missing_package('Predis/autoload.php')) die("skip $why");
try { find_program('redis-server'); } catch (RuntimeException $e) { die('skip ' . $e->getMessage()); }
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';
require __DIR__ . '/../lib/packages.php';
require __DIR__ . '/../lib/watchdog.php';

use_package('Predis/autoload.php');
$server = start_redis();
watchdog();
$connect = fn() => new Predis\Client(['host' => $server->host, 'port' => $server->port]);

compare_with_coroutines('blocking command', fn($i) => $connect()->blpop(["nothing$i"], 0.15), 4);
compare_with_coroutines('messages', function ($i) use ($connect) {
    $seen = [];
    $loop = $connect()->pubSubLoop();
    $loop->subscribe("channel$i");
    foreach ($loop as $message) {
        $seen[] = "$message->kind $message->payload";
        if ($message->kind === 'subscribe') {
            $sender = $connect();
            $sender->blpop(["none$i"], 0.15);
            $sender->publish("channel$i", "to $i");
        } else {
            $loop->unsubscribe();
        }
    }
    return $seen;
}, 4);
compare_with_coroutines('pipelines', function ($i) use ($connect) {
    $client = $connect();
    $client->blpop(["none$i"], 0.15);
    return array_sum($client->pipeline(function ($pipeline) use ($i) {
        foreach (range(1, 200) as $number) $pipeline->echo($number * $i);
    }));
}, 4);
--EXPECT--
blocking command: the same, at once
messages: the same, at once
pipelines: the same, at once
