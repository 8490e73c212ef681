--TEST--
The class of statements may be changed while others make theirs
--DESCRIPTION--
Rules: PP-35
Order: dependent
--EXTENSIONS--
pdo_pgsql
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql')) die("skip $why");
if ($why = Database::missing('mysql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, delay, spawn, suspend};

final class First extends PDOStatement
{
    private function __construct(public readonly array $with) {}
}
final class Second extends PDOStatement
{
    private function __construct(public readonly array $with) {}
}

$servers = ['mysql' => Database::start('mysql'), 'pgsql' => Database::start('pgsql')];
foreach ($servers as $name => $database) {
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 3, PDO::ATTR_EMULATE_PREPARES => false]);
    $going = true;
    $changes = spawn(function () use ($pdo, &$going): int {
        for ($i = 0; $going; $i++) {
            $with = ['number', $i, str_repeat('x', $i % 50)];
            $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [$i % 2 ? First::class : Second::class, [$with]]);
            suspend();
        }
        return $i;
    });
    $make = function () use ($pdo): int {
        $right = 0;
        for ($i = 0; $i < 50; $i++) {
            $statement = $i % 2 ? $pdo->query('SELECT 1') : $pdo->prepare('SELECT 2');
            [$word, $number, $text] = $statement->with;
            $class = $number % 2 ? First::class : Second::class;
            $right += (int) ($statement instanceof $class && strlen($text) === $number % 50);
        }
        return $right;
    };
    $makers = [spawn($make), spawn($make), spawn($make)];
    echo "$name: ", implode(' ', array_map(Async\await(...), $makers)), ' right';
    $going = false;
    echo await($changes) > 3 ? ", many changes\n" : ", no changes\n";

    // One of the constructor, in a cycle with what it is given.
    $with = new ArrayObject();
    $pdo = $database->pooled([PDO::ATTR_STATEMENT_CLASS => [First::class, [[$with]]]]);
    $with[] = $pdo;
    $with[] = $pdo->query('SELECT 1');
    $pool = $pdo->getPool();
    echo get_class($with[1]), ' ', $with[1]->with[0] === $with ? 'with it' : 'without', ', ', counts($pool), ', ';
    unset($pdo, $with);
    gc_collect_cycles();
    // The server is told of the statement.
    for ($i = 0; $i < 500 && $pool->count() > 0; $i++) {
        delay(1);
    }
    echo counts($pool), "\n";
}
--EXPECT--
mysql: 50 50 50 right, many changes
First with it, 1 connections, 0 idle, 1 active, 0 connections, 0 idle, 0 active
pgsql: 50 50 50 right, many changes
First with it, 1 connections, 0 idle, 1 active, 0 connections, 0 idle, 0 active
