--TEST--
FW-2: a connection that is being freed, and waits for an answer that is outstanding, is found by nothing: pg_connect() makes another one
--DESCRIPTION--
Rules: io FW-2, io DB-9
--EXTENSIONS--
pgsql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{spawn, await, await_all, delay, suspend};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/watchdog.php';

$postgres = PostgresServer::start();
$text = $postgres->connection();
watchdog();

$default = pg_pconnect($text);
/** Frees a connection that PHP finds by its text, before the answer to its last question has come. */
$weak = null;
$frees = function () use ($text, &$weak) {
    $weak = null;
    return spawn(function () use ($text, &$weak) {
        $connection = pg_connect($text);
        $weak = WeakReference::create($connection);
        pg_send_query($connection, 'SELECT pg_sleep(0.1)');
        // The default connection is another one from here on.
        pg_pconnect($text);
    });
};
/** Until it is being freed: nothing finds it any more. */
$begun = function (Async\Coroutine $frees) use (&$weak) {
    while (!$frees->isCompleted() && ($weak === null || $weak->get() !== null)) delay(1);
    return !$frees->isCompleted();
};
$asks = fn(string $what) => spawn(function () use ($text, $what) {
    $connection = pg_connect($text);
    $result = pg_query($connection, "SELECT '$what', pg_sleep(0.02)");
    return pg_fetch_result($result, 0, 0);
});
for ($round = 0; $round < 3; $round++) {
    $freed = $frees();
    echo $begun($freed) ? 'not found, ' : 'found, ';
    // One of these comes while it is freed, and the other afterwards.
    $soon = $asks('soon');
    await($freed);
    echo await($soon), ' ', await($asks('later')), "\n";
}
// Cancelled while it waits.
$freed = $frees();
$begun($freed);
$waits = $asks('never');
suspend();
suspend();
$waits->cancel();
try {
    echo await($waits), "\n";
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), "\n";
}
await($freed);
// Several at once, some of which are being freed.
$all = [];
for ($i = 0; $i < 8; $i++) {
    $all[] = $i % 2 ? $asks("of $i") : $frees();
    $i % 2 ? delay(3) : $begun($all[$i]);
}
echo implode(', ', array_filter(await_all($all)[0])), "\n";
--EXPECT--
not found, soon later
not found, soon later
not found, soon later
Async\AsyncCancellation
of 1, of 3, of 5, of 7
