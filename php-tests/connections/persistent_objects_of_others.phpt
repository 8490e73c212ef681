--TEST--
FW-2: objects of Memcached with one persistent id, and of Memcache with servers of the process, share their connections and take turns
--DESCRIPTION--
Rules: io FW-2, io DB-6
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('memcached', 'memcached') ?? missing_for('memcache', 'memcached')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_memcached();
$check = <<<'PHP'

    $wrong = 0;
    $coroutines = [];
    for ($i = 0; $i < 5; $i++) {
        $coroutines[] = spawn(function () use ($i, $make, &$wrong) {
            $cache = $make();
            for ($n = 0; $n < 4; $n++) {
                $value = "$i-$n " . base64_encode(random_bytes(150_000));
                $wrong += !$cache->set("key$i", $value);
                $wrong += $cache->get("key$i") !== $value;
            }
        });
    }
    array_map(await(...), $coroutines);
    echo $wrong ? 'wrong answers' : 'each its own answers', "\n";
    PHP;
echo 'Memcached: ', child_with('memcached', $server, <<<'PHP'
    $make = function () use ($host, $port) {
        $cache = new Memcached('shared');
        $cache->getServerList() || $cache->addServer($host, $port);
        return $cache;
    };
    PHP . $check);
echo 'Memcache: ', child_with('memcache', $server, <<<'PHP'
    $make = function () use ($host, $port) {
        $cache = new Memcache;
        $cache->addServer($host, $port);
        return $cache;
    };
    PHP . $check, ['error_reporting' => E_ALL & ~E_DEPRECATED]);
--EXPECT--
Memcached: each its own answers
Memcache: each its own answers
