--TEST--
Output of commands comes as it is written, into the buffers of the coroutine that called
--DESCRIPTION--
Rules: ABI-153, ABI-198, EXE-4
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';
use function Async\{await_all, delay, spawn};

foreach ([1 => 'system', 3 => 'passthru'] as $mode => $name) {
    $results = await_all([
        'first' => spawn(function () use ($mode) {
            ob_start();
            async_test_exec($mode, 'for i in 1 2 3; do echo first $i; sleep 0.005; done');
            return ob_get_clean();
        }),
        'second' => spawn(function () use ($mode) {
            ob_start();
            async_test_exec($mode, 'for i in 1 2 3; do echo second $i; sleep 0.005; done');
            return ob_get_clean();
        }),
        'an event' => spawn(function () use ($mode) {
            ob_start();
            async_test_exec_event($mode, 'for i in 1 2 3; do echo third $i; sleep 0.005; done', 'wait');
            return preg_replace('~^(?!third).*\n~m', '', ob_get_clean());
        }),
    ])[0];
    echo "$name: ", json_encode([$results['first'], $results['second'], $results['an event']]), "\n";
}

echo "-- as it comes\n";
$gate = temporary_path('gate');
$seen = [];
$c = spawn(function () use ($gate, &$seen) {
    ob_start(function (string $text) use (&$seen) { $seen[] = $text; return ''; }, 1);
    async_test_exec(1, "echo one; for i in $(seq 6000); do [ ! -e $gate ] || break; sleep 0.005; done; echo two");
    ob_end_clean();
});
for ($i = 0; $i < 5000 && !$seen; $i++) {
    delay(1);
}
echo json_encode($seen), "\n";
touch($gate);
await_all([$c]);
echo json_encode(array_values(array_filter($seen, 'strlen'))), "\n";

echo "-- more than the reader takes, and a slow one\n";
$length = 0;
$c = spawn(function () use (&$length) {
    ob_start(function (string $text) use (&$length) { $length += strlen($text); return ''; }, 1);
    async_test_exec(3, 'head -c 5000000 /dev/zero');
    ob_end_clean();
});
await_all([$c]);
var_dump($length);

echo "-- an output callback that throws\n";
try {
    ob_start(function (string $text) { if (str_contains($text, 'two')) throw new Exception('no more'); return ''; }, 1);
    async_test_exec(1, 'echo one; echo two; exec sleep 60');
} catch (Exception $e) {
    ob_end_clean();
    echo $e->getMessage(), "\n";
}
var_dump(async_test_counts()[0]);
--EXPECT--
told: code 0, signal 0, terminated, closed, result NULL, exception NULL
system: ["first 1\nfirst 2\nfirst 3\n","second 1\nsecond 2\nsecond 3\n","third 1\nthird 2\nthird 3\n"]
  told: code 0, signal 0, terminated, closed, result NULL, exception NULL
passthru: ["first 1\nfirst 2\nfirst 3\n","second 1\nsecond 2\nsecond 3\n","third 1\nthird 2\nthird 3\n"]
-- as it comes
["one\n"]
["one\n","two\n"]
-- more than the reader takes, and a slow one
int(5000000)
-- an output callback that throws
two
code -1, value bool
no more
int(0)
