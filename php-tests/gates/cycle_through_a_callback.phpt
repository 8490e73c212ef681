--TEST--
FW-2, DD-1: a callback that waits for another coroutine which needs the same Memcached or Redis is a deadlock, and the report names the gate
--DESCRIPTION--
Rules: io FW-2, DD-1, DD-4
Order: dependent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('memcached', 'memcached') ?? missing_for('redis', 'redis-server')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$show = function (string $out): void {
    preg_match('/^Coroutines waiting: .*$/m', $out, $waiting);
    preg_match('/Gate\(\w+\)/', $out, $gate);
    preg_match('/Uncaught Async\\\\DeadlockError/', $out, $error);
    echo $waiting[0] ?? $out, ', ', $gate[0] ?? '', ', ', $error[0] ?? '', "\n";
};
$show(child_with('memcached', start_memcached(), <<<'PHP'
    $cache = new Memcached;
    $cache->addServer($host, $port);
    spawn(fn() => $cache->get('missing', fn($cache) => await(spawn(fn() => $cache->get('other')))));
    PHP));
$show(child_with('redis', start_redis(), <<<'PHP'
    final class Item
    {
        public static $redis;

        public function __unserialize(array $data): void
        {
            await(spawn(fn() => self::$redis->get('other')));
        }
    }
    Item::$redis = $redis = new Redis;
    $redis->connect($host, $port);
    $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
    $redis->set('item', new Item);
    spawn(fn() => $redis->get('item'));
    PHP));
--EXPECT--
Coroutines waiting: 2, active_events: 0, Gate(memcached), Uncaught Async\DeadlockError
Coroutines waiting: 2, active_events: 0, Gate(redis), Uncaught Async\DeadlockError
