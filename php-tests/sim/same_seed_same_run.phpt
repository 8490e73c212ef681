--TEST--
The same seed gives the same run, another seed another one, and what does not depend on the order stays the same
--DESCRIPTION--
Rules: SD-1, SD-2, SD-5, HK-4, HK-5
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// Coroutines, equal and different timers, streams with more data than their buffers hold, and select.
$code = <<<'PHP'
    <?php
    use function Async\{spawn, suspend, await, delay};
    $start = hrtime(true);
    $log = [];
    $sum = 0;
    for ($i = 0; $i < 10; $i++) {
        $tasks[] = spawn(function () use ($i, &$log, &$sum) {
            for ($turn = 0; $turn < 3; $turn++) {
                $log[] = "c$i$turn";
                $turn % 2 ? suspend() : delay(10 + $i % 3);
                $sum += $i;
            }
        });
    }
    for ($i = 0; $i < 4; $i++) {
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $tasks[] = spawn(function () use ($a, $i) { fwrite($a, str_repeat("$i", 300_000)); fclose($a); });
        $tasks[] = spawn(function () use ($b, $i, &$log, &$sum) {
            for ($parts = 0; !feof($b); $parts++) {
                $sum += strlen(fread($b, 8192));
                if ($parts % 10 == 0) $log[] = "r$i$parts";
            }
            $log[] = "e$i$parts";
        });
    }
    [$never, $peer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $tasks[] = spawn(function () use ($never, &$log) {
        $read = [$never];
        $none = null;
        $log[] = 's' . stream_select($read, $none, $none, 3600);
    });
    foreach ($tasks as $task) await($task);
    echo $sum, ' ', implode(' ', $log), ' ', hrtime(true) - $start, "\n";
    PHP;
$run = function (int $seed) use ($code): array {
    ['out' => $out, 'status' => $status] = child_php($code, ['async.sim_seed' => $seed, 'async.sim_time' => 2]);
    // The time before the first use of the API is real.
    [$sum, $log] = explode(' ', trim($out), 2) + [1 => ''];
    $elapsed = (int) substr(strrchr($log, ' '), 1);
    return ["$sum $status " . var_export($elapsed >= 3600e9 && $elapsed < 3700e9, true), substr($log, 0, strrpos($log, ' '))];
};
$logs = $results = [];
foreach ([0, 1, 2, 3, 4, 5, -1] as $seed) {
    [$result, $log] = $run($seed);
    var_dump([$result, $log] === $run($seed));
    $results[$result] = true;
    $logs[$log] = true;
}
var_dump($results, count($logs));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(1) {
  ["1200135 0 true"]=>
  bool(true)
}
int(7)
