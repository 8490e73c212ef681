--TEST--
exit() and fatal errors inside hooks, and while others wait, end the script as anywhere else
--DESCRIPTION--
Rules: PO-8, PO-18, PO-26, PO-30
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
use Async\Pool; use function Async\{spawn, suspend, delay, await};
function pool(string $where, Closure $end): Pool
{
    static $n = 0;
    $in = fn(string $here) => $here === $where ? $end() : true;
    $pool = new Pool(
        factory: function () use ($in, &$n) { $in('factory'); return ++$n; },
        destructor: function () use ($in, $where) { if (!$where) echo "destroyed\n"; $in('destructor'); },
        healthcheck: fn() => $in('healthcheck'),
        beforeAcquire: fn() => $in('beforeAcquire'),
        beforeRelease: fn() => $in('beforeRelease') && $where !== 'destructor',
        max: 1, healthcheckInterval: $where === 'healthcheck' ? 1 : 0,
    );
    return $pool;
}
function use_it(Pool $pool): void
{
    $waiter = spawn(function () use ($pool) { suspend(); $pool->acquire(); echo "waiter served\n"; });
    $r = $pool->acquire();
    suspend();
    suspend();
    suspend();
    $pool->release($r);
    $pool->release($pool->acquire());
    delay(20);
    echo "not reached\n";
}
PHP;
$scripts = [];
foreach (['factory', 'beforeAcquire', 'beforeRelease', 'destructor', 'healthcheck'] as $where) {
    $waiter = $where === 'healthcheck' ? '$p->release($p->acquire()); delay(50); echo "not reached\n";'
        : 'await(spawn(fn() => use_it($p)));';
    $scripts["exit in $where"] = "\$p = pool('$where', function () { suspend(); echo \"exit\\n\"; exit(3); }); $waiter";
    $scripts["fatal error in $where"] = "\$p = pool('$where', function () { suspend(); @trigger_error('fatal', E_USER_ERROR); }); $waiter";
}
$scripts['fatal error while others wait'] = '
    $p = pool("", fn() => 1);
    $r = $p->acquire();
    spawn(fn() => $p->acquire());
    spawn(fn() => $p->acquire(1000));
    suspend();
    @trigger_error("fatal", E_USER_ERROR);';
$scripts['fatal error, resources idle'] = '
    $p = pool("", fn() => 1);
    $p->release($p->acquire());
    @trigger_error("fatal", E_USER_ERROR);';
foreach ($scripts as $title => $code) {
    $result = child_php("<?php\n$head\n$code\n");
    $out = preg_replace('/ in child\.php.*/', '', trim($result['out']));
    echo "$title: ", str_replace("\n", ' | ', $out), " [$result[status]]\n";
}
--EXPECT--
exit in factory: exit [3]
fatal error in factory: Fatal error: fatal [255]
exit in beforeAcquire: exit [3]
fatal error in beforeAcquire: Fatal error: fatal [255]
exit in beforeRelease: exit [3]
fatal error in beforeRelease: Fatal error: fatal [255]
exit in destructor: exit [3]
fatal error in destructor: Fatal error: fatal [255]
exit in healthcheck: exit [3]
fatal error in healthcheck: Fatal error: fatal [255]
fatal error while others wait: Fatal error: fatal [255]
fatal error, resources idle: Fatal error: fatal [255]
