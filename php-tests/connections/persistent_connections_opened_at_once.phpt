--TEST--
FW-2, DB-6: coroutines that open one persistent connection of Memcache, Redis or Memcached take turns from the first call on
--DESCRIPTION--
Rules: io FW-2, io DB-6
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('memcached', 'memcached') ?? missing_for('memcache', 'memcached') ?? missing_for('redis', 'redis-server')) {
    die("skip $why");
}
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$check = <<<'PHP'

    $coroutines = [];
    for ($i = 0; $i < 4; $i++) {
        $coroutines[] = spawn(function () use ($i, $open) {
            $wrong = 0;
            for ($n = 0; $n < 25; $n++) {
                // Opened anew while others are in the middle of it.
                $cache = $n % 5 ? $cache : $open();
                $value = "$i-$n " . str_repeat('x', 3000);
                $cache->set("key$i", $value);
                $wrong += $cache->get("key$i") !== $value;
            }
            return $wrong;
        });
    }
    $wrong = array_sum(array_map(await(...), $coroutines));
    echo $wrong ? 'wrong answers' : 'each its own answers', "\n";
    PHP;

$memcached = start_memcached();
$deprecated = ['error_reporting' => E_ALL & ~E_DEPRECATED];
$ways = [
    'Memcache::pconnect' => '$c = new Memcache; $c->pconnect($host, $port); return $c;',
    'Memcache::pconnect with a timeout' => '$c = new Memcache; $c->pconnect($host, $port, 5); return $c;',
    'Memcache::addServer' => '$c = new Memcache; $c->addServer($host, $port, true); return $c;',
    'MemcachePool::connect' => '$c = new MemcachePool; $c->connect($host, $port, 0, true); return $c;',
    'memcache_pconnect' => 'return memcache_pconnect($host, $port);',
];
foreach ($ways as $what => $way) {
    echo "$what: ", child_with('memcache', $memcached, "\$open = function () use (\$host, \$port) { $way };" . $check, $deprecated);
}
echo 'Memcached: ', child_with('memcached', $memcached, <<<'PHP'
    $made = 0;
    $open = function () use ($host, $port, &$made) {
        return new Memcached('shared', function ($cache) use ($host, $port, &$made) {
            $made++;
            delay(2);
            $cache->addServer($host, $port);
        });
    };
    PHP . $check . "\necho \"made once: \", json_encode(\$made === 1), \"\\n\";");

$redis = start_redis();
$open = '$open = function () use ($host, $port) { $c = new Redis; $c->pconnect($host, $port, 5, "id"); return $c; };';
foreach ([0, 1] as $pool) {
    $name = $pool ? 'Redis::pconnect, pooled: ' : 'Redis::pconnect: ';
    echo $name, child_with('redis', $redis, $open . $check, ['redis.pconnect.pooling_enabled' => $pool]);
}
--EXPECT--
Memcache::pconnect: each its own answers
Memcache::pconnect with a timeout: each its own answers
Memcache::addServer: each its own answers
MemcachePool::connect: each its own answers
memcache_pconnect: each its own answers
Memcached: each its own answers
made once: true
Redis::pconnect: each its own answers
Redis::pconnect, pooled: each its own answers
