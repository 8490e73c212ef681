--TEST--
FW-2, DB-2: methods of one Memcached take turns although what they call back waits; one cancelled there leaves it right
--DESCRIPTION--
Rules: io FW-2, io DB-2, io CX-5
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('memcached', 'memcached')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_memcached();
echo child_with('memcached', $server, <<<'PHP'
    final class Item
    {
        public function __construct(public $v) {}

        public function __serialize(): array
        {
            delay(1);
            return [$this->v];
        }

        public function __unserialize(array $data): void
        {
            delay(1);
            $this->v = $data[0];
        }
    }

    $cache = new Memcached;
    $cache->addServer($host, $port);
    $cache->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_PHP);
    $at_once = function (string $what, Closure $body) {
        $found = array_map(await(...), array_map(fn(int $i) => spawn($body, $i), range(0, 4)));
        $wanted = array_map(fn(int $i) => "a$i b$i", range(0, 4));
        echo "$what: ", $found === $wanted ? 'each its own answers' : 'wrong answers ' . json_encode($found), "\n";
    };

    $at_once('serializer', function (int $i) use ($cache) {
        $cache->setMulti(["sa$i" => new Item("a$i"), "sb$i" => new Item("b$i")]);
        $items = $cache->getMulti(["sa$i", "sb$i"]);
        return "{$cache->get("sa$i")->v} {$items["sb$i"]->v}";
    });
    $at_once('read-through', fn(int $i) => $cache->get("r$i", function ($cache, $key, &$value) use ($i) {
        delay(2);
        $value = "a$i b$i";
        return true;
    }));
    $at_once('stored by it', fn(int $i) => $cache->get("r$i"));
    $at_once('getDelayed', function (int $i) use ($cache) {
        $found = [];
        $cache->getDelayed(["sa$i", "sb$i"], false, function ($cache, array $row) use (&$found) {
            delay(1);
            $found[] = $row['value']->v;
        });
        sort($found);
        return implode(' ', $found);
    });

    // Inside of its callback a coroutine may ask.
    echo 'asked inside: ', $cache->get('inside', function ($cache, $key, &$value) {
        delay(1);
        $value = $cache->get('r1');
        return true;
    }), "\n";

    // Cancelled in a callback, with answers that were not read.
    $calls = [
        'read-through' => fn(Closure $body) => $cache->get('missing', $body),
        'getDelayed' => fn(Closure $body) => $cache->getDelayed(['r0', 'r1', 'r2', 'r3'], false, $body),
    ];
    foreach ($calls as $what => $call) {
        $inside = false;
        $cancelled = spawn($call, function () use (&$inside) {
            $inside = true;
            delay(10_000);
        });
        while (!$inside) {
            suspend();
        }
        $other = spawn(fn() => $cache->get('r3'));
        suspend();
        $cancelled->cancel();
        try {
            await($cancelled);
        } catch (Async\AsyncCancellation) {
            echo "$what cancelled, then ", await($other), ', ', $cache->get('r2'), ', ', json_encode($cache->get('missing')), "\n";
        }
    }
    PHP);
--EXPECT--
serializer: each its own answers
read-through: each its own answers
stored by it: each its own answers
getDelayed: each its own answers
asked inside: a1 b1
read-through cancelled, then a3 b3, a2 b2, false
getDelayed cancelled, then a3 b3, a2 b2, false
