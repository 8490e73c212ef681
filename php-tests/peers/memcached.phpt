--TEST--
FW-2, CX-5: memcached through a peer that trickles, cuts, resets and stops in an answer: as in stock PHP, and nothing else waits
--DESCRIPTION--
Rules: io FW-2, io CX-5, io CX-7
Order: independent in real time (the peers are processes)
--EXTENSIONS--
sockets
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('memcached', 'memcached')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/hostile_cases.php';
require __DIR__ . '/../lib/services.php';
require __DIR__ . '/../lib/watchdog.php';

$server = start_memcached();
watchdog(100);
$scripts = [
    'good' => [['proxy', $server->port]],
    'trickles' => [['meanwhile'], ['proxy', $server->port, 'piece' => 1]],
    'says nothing' => [['silent']],
    'resets at once' => [['meanwhile'], ['reset']],
    'closes at once' => [['read', "\r\n"], ['meanwhile'], ['close']],
    'talks something else' => [['read', "\r\n"], ['meanwhile'], ['send', "HTTP/1.0 400 Bad Request\r\n\r\n"], ['read', 'the end']],
];
foreach ([0, 3, 40] as $bytes) {
    foreach (['close', 'reset', 'half-close', 'silent'] as $end) {
        $then = match ($end) {
            'silent' => [['silent']],
            'half-close' => [['meanwhile'], ['half-close'], ['read', 'the end']],
            default => [['meanwhile'], [$end]],
        };
        $scripts["$bytes, $end"] = [['proxy', $server->port, 'from' => 'hostile', 'cut' => $bytes, 'then' => $then]];
    }
}
hostile_test($scripts, <<<'PHP'
    $open = function (string $script, int $limit = 30_000) {
        $cache = new Memcached;
        $cache->addServer('127.0.0.1', port($script));
        $cache->setOptions([Memcached::OPT_COMPRESSION => false, Memcached::OPT_POLL_TIMEOUT => $limit]);
        return $cache;
    };
    $good = $open('good');
    $good->set('hostile', str_repeat('x', 200));
    $good->set('number', 1);
    unset($good);
    $state = fn($cache, $result) => [$result, $cache->getResultCode()];
    $calls = [
        'get' => fn($cache) => $state($cache, $cache->get('hostile')),
        'getMulti' => fn($cache) => $state($cache, $cache->getMulti(['hostile', 'number'])),
        'set' => fn($cache) => $state($cache, $cache->set('hostile', str_repeat('x', 200))),
        'getDelayed' => fn($cache) => $state($cache, [$cache->getDelayed(['hostile', 'number']), $cache->fetchAll()]),
        'delete' => fn($cache) => $state($cache, $cache->delete('hostile-nothing')),
    ];
    $cases = $cancelled = [];
    foreach ($calls as $name => $call) {
        foreach (['close', 'reset', 'half-close'] as $end) {
            foreach ([0, 3, 40] as $bytes) {
                if ($bytes < 40 || str_starts_with($name, 'get')) {
                    $cases["$end: after $bytes, $name"] = fn() => $call($open("$bytes, $end"));
                }
            }
        }
        $cases["time limit: $name"] = fn() => $call($open('says nothing', 50));
        $cases["time limit in an answer: $name"] = fn() => $call($open('3, silent', 50));
        $cases["trickles: $name"] = fn() => $call($open('trickles'));
        foreach (['resets at once', 'closes at once', 'talks something else'] as $script) {
            $cases["not a server: $script, $name"] = fn() => $call($open($script));
        }
        $cancelled[$name] = ['says nothing', fn() => $call($open('says nothing'))];
        $cancelled["in an answer, $name"] = ['3, silent', fn() => $call($open('3, silent'))];
    }
    $cases['get'] = fn() => strlen($open('trickles')->get('hostile'));
    return ['cases' => $cases, 'cancelled' => $cancelled];
    PHP, [], ...extensions_for('memcached'));
?>
--EXPECT--
get: 200
close: 13 as in stock
reset: 13 as in stock
half-close: 13 as in stock
time limit: 5 as in stock
time limit in an answer: 5 as in stock
trickles: 5 as in stock
not a server: 15 as in stock
cancelled: 10 cases: "AsyncCancellation"
