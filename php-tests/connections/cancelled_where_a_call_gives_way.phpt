--TEST--
CX-7, W-10: a query that is cancelled where it gives way, before it waits, leaves no answer for the next question
--DESCRIPTION--
Rules: CX-7, W-10, DB-4
Order: independent
--EXTENSIONS--
pgsql
pdo_pgsql
--INI--
async.io_slice_ms=1
--FILE--
<?php
use function Async\{await, spawn, suspend};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/watchdog.php';

$postgres = PostgresServer::start();
watchdog(30);
[$one, $other] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

/** Two ways to ask for a text, each on a new connection. */
$pgsql = function () use ($postgres): Closure {
	$db = pg_connect($postgres->connection(), PGSQL_CONNECT_FORCE_NEW);
	return fn(string $text) => ($result = @pg_query($db, "SELECT '$text'")) ? pg_fetch_result($result, 0, 0) : false;
};
$pdo = function () use ($postgres): Closure {
	$db = new PDO($postgres->dsn(), $postgres->user, '');
	return fn(string $text) => $db->query("SELECT '$text'")->fetchColumn();
};
foreach (['pgsql' => $pgsql, 'PDO' => $pdo] as $name => $connect) {
	$cancelled = 0;
	$answers = [];
	for ($i = 0; $i < 64; $i++) {
		$ask = $connect();
		$asks = false;
		$coroutine = spawn(function () use ($ask, $i, $one, &$asks) {
			// Every eighth call looks at the clock, and one finds that the slice is over: which one it is, is tried in turn.
			for ($k = 0; $k < 9; $k++) fwrite($one, 'x');
			$end = hrtime(true) + 2_000_000;
			while (hrtime(true) < $end);
			for ($k = 0; $k < $i % 8; $k++) fwrite($one, 'x');
			$asks = true;
			return $ask('of A');
		});
		while (!$asks) suspend();
		$coroutine->cancel();
		try {
			await($coroutine);
		} catch (Async\AsyncCancellation) {
			$cancelled++;
		}
		fread($other, 100);
		try {
			$answers[] = $ask('of B');
		} catch (PDOException) {
			$answers[] = false;
		}
	}
	echo $name, ': ', $cancelled > 0 ? 'cancelled' : 'none was cancelled', ', ';
	$others = array_diff($answers, ['of B', false]);
	echo $others ? count($others) . ' other answers: ' . end($others) : 'no other answer', "\n";
}
?>
--EXPECT--
pgsql: cancelled, no other answer
PDO: cancelled, no other answer
