--TEST--
A stream that a statement of PDO reads when it is executed is not taken away or read by others meanwhile
--DESCRIPTION--
Rules: io SO-6, io SO-10, io FW-2a
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

class Slow
{
    public $context;
    private int $parts = 0;
    public static bool $inside = false;

    function stream_open($path, $mode, $options, &$opened) { return true; }
    function stream_stat() { return []; }
    function stream_eof() { return $this->parts >= 5; }
    function stream_close() { suspend(); }
    function stream_read($count)
    {
        self::$inside = true;
        delay(5);
        return $this->parts < 5 ? str_repeat(chr(65 + $this->parts++), 1000) : '';
    }
}
stream_wrapper_register('slow', Slow::class);

$pdo = new PDO('sqlite::memory:');
$pdo->exec('CREATE TABLE l (d BLOB)');
$others = [
    'a query' => fn(&$stream) => $pdo->query('SELECT 7')->fetchColumn(),
    'no variable' => function (&$stream) { $stream = null; return 'none'; },
    'another value' => function (&$stream) { $stream = fopen('php://memory', 'r'); return 'another'; },
    'closed' => fn(&$stream) => json_encode(fclose($stream)),
    'read' => fn(&$stream) => strlen(fread($stream, 100)),
];
foreach ($others as $name => $other) {
    $pdo->exec('DELETE FROM l');
    Slow::$inside = false;
    $stream = fopen('slow://', 'r');
    $statement = $pdo->prepare('INSERT INTO l VALUES (?)');
    $statement->bindParam(1, $stream, PDO::PARAM_LOB);
    $executed = spawn(fn() => $statement->execute());
    while (!Slow::$inside) {
        suspend();
    }
    $result = (function () use ($other, &$stream) { return $other($stream); })();
    await($executed);
    $written = $pdo->query('SELECT d FROM l')->fetchColumn();
    echo "$name: $result, ", implode(array_map(chr(...), array_keys(count_chars($written, 1)))), ' ', strlen($written), "\n";
}

// One that is being read already is waited for, and a cancellation is thrown there.
Slow::$inside = false;
$stream = fopen('slow://', 'r');
$reader = spawn(fn() => strlen(fread($stream, 100)));
while (!Slow::$inside) {
    suspend();
}
$statement = $pdo->prepare('INSERT INTO l VALUES (?)');
$statement->bindParam(1, $stream, PDO::PARAM_LOB);
$waiting = spawn(fn() => $statement->execute());
suspend();
$waiting->cancel();
try {
    await($waiting);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), "\n";
}
echo await($reader), ' ', $pdo->query('SELECT count(*) FROM l')->fetchColumn(), "\n";
--EXPECT--
a query: 7, ABCDE 5000
no variable: none, ABCDE 5000
another value: another, ABCDE 5000
closed: true, ABCDE 5000
read: 0, ABCDE 5000
Async\AsyncCancellation
100 1
