--TEST--
Prepared statements are kept with their connection, by their text, the latest used ones
--DESCRIPTION--
Rules: PP-34, PP-36, PP-37, PP-38
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

use function Async\{await, spawn};

$servers = ['pgsql' => Database::start('pgsql'), 'mysql' => Database::start('mysql')];
foreach ($servers as $name => $database) {
    echo "$name\n";
    $admin = $database->plain([PDO::ATTR_EMULATE_PREPARES => true]);
    // What the server has prepared so far (mysql), or has at the moment (pgsql).
    $prepared = $name === 'mysql'
        ? function (PDO $pdo) use ($admin): int {
            // What is discarded is not answered: something that is, behind it.
            $pdo->exec('ROLLBACK');
            return (int) $admin->query("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")->fetchColumn(1);
        }
        : function (PDO $pdo): int {
            $count = $pdo->prepare('SELECT count(*) FROM pg_prepared_statements', [PDO::ATTR_EMULATE_PREPARES => true]);
            $count->execute();
            return (int) $count->fetchColumn();
        };
    $use = function (PDO $pdo, string $sql, array $values = [], array $options = []): string {
        $statement = $pdo->prepare($sql, $options);
        $statement->execute($values);
        return implode(',', $statement->fetch(PDO::FETCH_NUM));
    };
    $type = $name === 'pgsql' ? '::text' : '';
    foreach ([0, 2] as $room) {
        $options = [PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_STMT_CACHE_SIZE => $room, PDO::ATTR_EMULATE_PREPARES => false];
        $pdo = $database->pooled($options);
        $before = $prepared($pdo);
        $text = fn(string $letter) => "SELECT ?$type, '$letter'";
        $seen = [];
        foreach (['a', 'a', 'b', 'a', 'c', 'a', 'b'] as $letter) {
            $use($pdo, $text($letter), [$letter]);
            $seen[] = $prepared($pdo) - $before;
        }
        echo "  room for $room: ", implode(' ', $seen), "\n";
        // What comes next has them; named and numbered parameters, other values, fewer than before.
        echo '  next: ', await(spawn(fn() => $use($pdo, $text('a'), ['x']))), ' ',
            $use($pdo, "SELECT :x$type, :y$type", ['y' => 2, 'x' => 1]), ' ',
            $use($pdo, "SELECT :x$type, :y$type", ['x' => 3, 'y' => 4]), ' ',
            thrown(fn() => $use($pdo, "SELECT :x$type, :y$type", ['x' => 3])) === 'nothing' ? 'wrong' : 'refused', "\n";
        // The same text twice at once.
        $first = $pdo->prepare($text('z'));
        $second = $pdo->prepare($text('z'));
        $first->execute(['1']);
        $one = $first->fetchColumn();
        $first->closeCursor();
        $second->execute(['2']);
        echo '  twice: ', $one, ' ', $second->fetchColumn(), "\n";
        $first = $second = null;
        echo '  kept: ', $prepared($pdo) - $before, "\n";
        // Those that are not kept.
        $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
        $use($pdo, "SELECT ?$type, 'emulated'", ['e']);
        $pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
        if ($name === 'pgsql') {
            $use($pdo, 'SELECT 5', [], [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
            $use($pdo, "SELECT ?$type, 'disabled'", ['e'], [PDO::PGSQL_ATTR_DISABLE_PREPARES => true]);
        }
        echo '  kept: ', $prepared($pdo) - $before, "\n";
        unset($pdo);
    }
}

// Nothing is sent to prepare what is there.
$pdo = $servers['mysql']->pooled([PDO::ATTR_POOL_STMT_CACHE_SIZE => 5] + $options);
$status = fn() => (int) $admin->query("SHOW GLOBAL STATUS LIKE 'Com_stmt_prepare'")->fetchColumn(1);
$pdo->prepare('SELECT 1');
$before = $status();
for ($i = 0; $i < 10; $i++) {
    await(spawn(fn() => $pdo->prepare('SELECT 1')->execute()));
}
echo 'prepared again: ', $status() - $before, "\n";
--EXPECT--
pgsql
  room for 0: 0 0 0 0 0 0 0
  next: x,a 1,2 3,4 refused
  twice: 1 2
  kept: 0
  kept: 0
  room for 2: 1 1 2 2 2 2 2
  next: x,a 1,2 3,4 refused
  twice: 1 2
  kept: 2
  kept: 2
mysql
  room for 0: 0 0 0 0 0 0 0
  next: x,a 1,2 3,4 refused
  twice: 1 2
  kept: 0
  kept: 0
  room for 2: 1 1 2 2 2 2 2
  next: x,a 1,2 3,4 refused
  twice: 1 2
  kept: 2
  kept: 2
prepared again: 0
