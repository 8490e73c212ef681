--TEST--
Coroutines that wait for each other's connections are a deadlock, which names the pools
--DESCRIPTION--
Rules: PP-19, PP-20
Order: dependent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
require __DIR__ . '/../lib/child.php';

$result = child_php(<<<'PHP'
<?php
use function Async\{spawn, suspend};

$make = fn() => new PDO($GLOBALS['argv'][1], null, null, [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 1]);
[$one, $two] = [$make(), $make()];
foreach ([[$one, $two], [$two, $one]] as [$first, $second]) {
    spawn(function () use ($first, $second): void {
        $statement = $first->query('SELECT 1');
        suspend();
        suspend();
        $second->query('SELECT 2');
    });
}
PHP, ['extension' => pdo_extensions('sqlite')], args: ['sqlite:' . temporary_directory() . '/a.db']);
echo substr_count($result['out'], '- Pool(idle=0, active=1, reserved=0, max=1)'), ' wait, ',
    preg_match('/Async\\\\DeadlockError/', $result['out']) ? 'reported' : $result['out'], "\n";
--EXPECT--
2 wait, reported
