--TEST--
Whenever a coroutine is cancelled, it gets its cancellation, and nothing of it is left for the next one
--DESCRIPTION--
Rules: PP-18, PP-23, PP-26, PP-29, PP-33
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

foreach (['pgsql', 'mysql'] as $name) {
    $database = Database::start($name);
    $database->makeTable($database->plain());
    $look = $name === 'pgsql'
        ? "SELECT current_setting('application_name'), to_regclass('pg_temp.x')"
        : 'SELECT @a, @@sql_mode <> @@global.sql_mode';
    $changes = $name === 'pgsql'
        ? ["SET application_name = 'mine'", 'CREATE TEMP TABLE x (a INT)']
        : ['SET @a = 5', "SET sql_mode = 'ANSI'"];
    $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_STMT_CACHE_SIZE => 2, PDO::ATTR_EMULATE_PREPARES => false]);
    $work = function (int $number, int &$committed) use ($pdo, $changes, $name): string {
        try {
            $statement = $pdo->prepare('SELECT 1');
            $statement->execute();
            $pdo->exec('UPDATE t SET a = 0 WHERE a < 0');
            $pdo->beginTransaction();
            $insert = $pdo->prepare('INSERT INTO t (b) VALUES (?)');
            $insert->execute([$number]);
            $insert->execute([$number]);
            unset($insert);
            $unbuffered = $pdo->prepare('SELECT a FROM t', $name === 'mysql' ? [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false] : []);
            $statement->closeCursor();
            $unbuffered->execute();
            while ($unbuffered->fetchColumn() !== false);
            unset($unbuffered);
            array_map($pdo->exec(...), $changes);
            $committed = 1;
            $pdo->commit();
            $committed = 2;
            $pdo->query('SELECT 2')->fetchAll();
            return 'to the end';
        } catch (Async\AsyncCancellation) {
            return 'cancelled';
        }
    };
    $ends = $wrong = $unknown = [];
    for ($turns = 0; !in_array('to the end', $ends, true) || count($ends) < 30; $turns++) {
        $committed = 0;
        $coroutine = spawn(function () use ($work, $turns, &$committed): string { return $work($turns, $committed); });
        // Turns without anything to do are shorter than those that the server takes.
        for ($i = 0; $i < $turns && !$coroutine->isCompleted(); $i++) {
            suspend();
            usleep(100);
        }
        $coroutine->cancel();
        try {
            $ends[] = await($coroutine);
        } catch (Async\AsyncCancellation) {
            $ends[] = 'cancelled';
        }
        unset($coroutine);
        [$state, $rows] = await(spawn(fn() => [
            array_filter($pdo->query($look)->fetch(PDO::FETCH_NUM)),
            (int) $pdo->query("SELECT count(*) FROM t WHERE b = '$turns'")->fetchColumn(),
        ]));
        // A commit that was cancelled may have come through.
        $expected = [0 => [0], 1 => [0, 2], 2 => [2]][$committed];
        if ($state !== [] || !in_array($rows, $expected, true) || $pdo->getPool()->count() > 2 || $pdo->getPool()->activeCount() > 0) {
            $wrong[] = "$turns turns: " . json_encode($state) . " $rows rows, committed $committed, " . counts($pdo->getPool());
        }
    }
    echo "$name: ", in_array('cancelled', $ends, true) ? 'cancelled' : 'never cancelled', ' and to the end; ',
        $wrong ? implode("\n", $wrong) : 'nothing left', "\n";
}
--EXPECT--
pgsql: cancelled and to the end; nothing left
mysql: cancelled and to the end; nothing left
