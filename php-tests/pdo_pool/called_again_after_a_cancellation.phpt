--TEST--
Whenever a call on a pooled PDO is cancelled, the same call right behind it works
--DESCRIPTION--
Rules: io CX-5, io FW-1, PP-29
Order: dependent
--EXTENSIONS--
pdo_pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/pdo_pool.php';
if ($why = Database::missing('pgsql')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/pdo_pool.php';

use function Async\{await, spawn, suspend};

$database = Database::start('pgsql');
$calls = [
    'query()' => fn(PDO $pdo) => (int) $pdo->query('SELECT 7')->fetchColumn(),
    'exec()' => fn(PDO $pdo) => $pdo->exec('SELECT 7') + 7,
    'a transaction' => function (PDO $pdo) {
        $pdo->beginTransaction();
        $pdo->exec('SET application_name = "mine"');
        return $pdo->rollBack() ? 7 : 0;
    },
];
foreach ($calls as $name => $call) {
    [$cancelled, $wrong, $toTheEnd] = [0, [], 0];
    for ($turns = 0; $toTheEnd < 3; $turns++) {
        $pdo = $database->pooled([PDO::ATTR_POOL_MAX => 2]);
        if ($turns % 2) {
            // A connection that is idle is asked whether it is well, and one with settings of its own is made anew.
            $pdo->exec('SELECT 1');
        }
        $coroutine = spawn(function () use ($call, $pdo): array {
            for ($ends = []; end($ends) !== 7;) {
                try {
                    $ends[] = $call($pdo);
                } catch (Async\AsyncCancellation) {
                    $ends[] = 'cancelled';
                } catch (Throwable $e) {
                    $ends[] = $e->getMessage();
                    return $ends;
                }
            }
            return $ends;
        });
        for ($i = 0; $i < $turns && !$coroutine->isCompleted(); $i++) {
            suspend();
            usleep(100);
        }
        $coroutine->isCompleted() ? $toTheEnd++ : $coroutine->cancel();
        try {
            $ends = await($coroutine);
        } catch (Async\AsyncCancellation $e) {
            $ends = ['cancelled', 7];
        }
        match ($ends) {
            [7] => null,
            ['cancelled', 7] => $cancelled++,
            default => $wrong[] = $ends,
        };
    }
    echo "$name: ", $cancelled ? 'cancelled' : 'never cancelled', ', wrong: ', json_encode($wrong), "\n";
}
--EXPECT--
query(): cancelled, wrong: []
exec(): cancelled, wrong: []
a transaction: cancelled, wrong: []
