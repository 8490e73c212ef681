--TEST--
FW-2, DB-2: methods of one Redis object take turns although serializers that they call wait; a cancelled one leaves it right
--DESCRIPTION--
Rules: io FW-2, io DB-2, io DB-9, io CX-5
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('redis', 'redis-server')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_redis();
echo child_with('redis', $server, <<<'PHP'
    final class Item
    {
        public static $at = null;
        public static $asks = null;

        public function __construct(public $v) {}

        public function __serialize(): array
        {
            delay(1);
            return [$this->v];
        }

        public function __unserialize(array $data): void
        {
            self::$at = $data[0];
            $ask = self::$asks;
            $ask ? $ask() : delay(2);
            $this->v = $data[0];
        }
    }

    $redis = new Redis;
    $redis->connect($host, $port);
    $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
    $values = fn(array $items) => implode(' ', array_map(fn($item) => $item->v, $items));
    $at_once = function (string $what, Closure $body) {
        $coroutines = array_map(fn(int $i) => spawn($body, $i), range(0, 4));
        $wrong = 0;
        foreach ($coroutines as $i => $coroutine) {
            try {
                $wrong += await($coroutine) !== "a$i b$i";
            } catch (Throwable $e) {
                $wrong++;
            }
        }
        echo "$what: ", $wrong ? 'wrong answers' : 'each its own answers', "\n";
    };

    $at_once('set, get', function (int $i) use ($redis, $values) {
        $redis->set("a$i", new Item("a$i"));
        $redis->set("b$i", new Item("b$i"));
        return $values([$redis->get("a$i"), $redis->get("b$i")]);
    });
    $at_once('mGet', fn(int $i) => $values($redis->mGet(["a$i", "b$i"])));
    $at_once('mSet, hash', function (int $i) use ($redis, $values) {
        $redis->hMSet("h$i", ['a' => new Item("a$i"), 'b' => new Item("b$i")]);
        return $values($redis->hGetAll("h$i"));
    });

    // Pipelines are one coroutine's, but what others ask meanwhile waits for the call that ends them.
    foreach ([Redis::PIPELINE, Redis::MULTI] as $mode) {
        $redis->multi($mode);
        $redis->get('a0');
        $redis->get('b0');
        Item::$at = null;
        $answers = spawn(fn() => $redis->exec());
        while (Item::$at === null) {
            suspend();
        }
        $other = spawn(fn() => $redis->get('a1'));
        echo $values(await($answers)), ', then ', await($other)->v, "\n";
    }

    // Inside of its callback a coroutine may ask.
    Item::$asks = function () use ($redis) {
        Item::$asks = null;
        $redis->getOption(Redis::OPT_SERIALIZER);
        delay(1);
    };
    echo 'asked inside: ', $redis->get('a2')->v, "\n";

    // Cancelled in the callback.
    Item::$at = null;
    $cancelled = spawn(fn() => $redis->mGet(['a0', 'a1', 'a2']));
    while (Item::$at === null) {
        suspend();
    }
    $other = spawn(fn() => $redis->get('a3')->v);
    suspend();
    $cancelled->cancel();
    try {
        await($cancelled);
    } catch (Async\AsyncCancellation) {
        echo 'cancelled, then ', await($other), ' and ', $redis->rawCommand('ECHO', 'mine'), "\n";
    }

    // Closing waits for a callback.
    Item::$at = null;
    $log = [];
    $asker = spawn(function () use ($redis, &$log) {
        try {
            $log[] = $redis->get('a4')->v;
        } catch (RedisException) {
            $log[] = 'failed';
        }
    });
    while (Item::$at === null) {
        suspend();
    }
    $redis->close();
    $log[] = 'closed';
    await($asker);
    echo implode(', ', $log), "\n";
    PHP);
--EXPECT--
set, get: each its own answers
mGet: each its own answers
mSet, hash: each its own answers
a0 b0, then a1
a0 b0, then a1
asked inside: a2
cancelled, then a3 and mine
a4, closed
