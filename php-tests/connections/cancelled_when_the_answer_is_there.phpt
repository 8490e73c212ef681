--TEST--
CX-7, DB-4: a query that is cancelled when its answer has come, but is not read yet, leaves no answer for the next question
--DESCRIPTION--
Rules: io CX-7, DB-4
Order: dependent
--EXTENSIONS--
pgsql
pdo_pgsql
mysqli
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../lib/database.php';
if ($why = PostgresServer::missing() ?? MariaDbServer::missing()) die("skip $why");
?>
--FILE--
<?php
use function Async\{await, spawn, suspend};

require __DIR__ . '/../lib/database.php';
require __DIR__ . '/../lib/watchdog.php';

$postgres = PostgresServer::start();
$maria = MariaDbServer::start();
watchdog();

$pdo = fn(string $dsn, string $user) => function () use ($dsn, $user) {
	$db = new PDO($dsn, $user, '');
	return fn(string $text) => $db->query("SELECT '$text'")->fetchColumn();
};
$ways = [
	'pgsql' => function () use ($postgres) {
		$db = pg_connect($postgres->connection(), PGSQL_CONNECT_FORCE_NEW);
		return fn(string $text) => ($result = @pg_query($db, "SELECT '$text'")) ? pg_fetch_result($result, 0, 0) : false;
	},
	'mysqli' => function () use ($maria) {
		$db = new mysqli($maria->host, $maria->user, '', 'mysql', $maria->port);
		return fn(string $text) => $db->query("SELECT '$text'")->fetch_row()[0];
	},
	'PDO pgsql' => $pdo($postgres->dsn(), $postgres->user),
	'PDO mysql' => $pdo($maria->dsn(), $maria->user),
];
foreach ($ways as $name => $connect) {
	// Where the answer has come so soon that it was read at once, there was nothing to cancel.
	for ($try = 0, $first = 'of A'; $first === 'of A' && $try < 50; $try++) {
		$ask = $connect();
		$asked = false;
		$coroutine = spawn(function () use ($ask, &$asked) {
			$asked = true;
			return $ask('of A');
		});
		while (!$asked) suspend();
		// The server answers while nothing looks.
		$end = hrtime(true) + 50_000_000;
		while (hrtime(true) < $end);
		$coroutine->cancel();
		try {
			$first = await($coroutine);
		} catch (Async\AsyncCancellation) {
			$first = 'cancelled';
		}
		try {
			$second = @$ask('of B') ?: 'the connection has ended';
		} catch (Exception $e) {
			$second = 'the connection has ended';
		}
	}
	echo "$name: $first, $second\n";
}
?>
--EXPECT--
pgsql: cancelled, the connection has ended
mysqli: cancelled, the connection has ended
PDO pgsql: cancelled, the connection has ended
PDO mysql: cancelled, the connection has ended
