--TEST--
W-10: async.io_slice_ms says how long calls that need not wait keep others waiting: never again with 0 or less, 10 for what is no number
--DESCRIPTION--
Rules: io W-10
Order: dependent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
    <?php
    use function Async\{spawn, await, suspend};
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $turns = 0;
    $others = spawn(function () use (&$turns) {
        for (;;) {
            $turns++;
            suspend();
        }
    });
    // Until others have run, but where they never do not longer than ten times as long as a slice is by default.
    $never = in_array('never', $argv, true);
    $call = function () use ($a, $b, $never, &$turns) {
        [$before, $end] = [$turns, hrtime(true) + 100_000_000];
        while ($turns === $before && !($never && hrtime(true) > $end)) {
            fwrite($a, 'x');
            fread($b, 1);
        }
        return $turns > $before;
    };
    echo await(spawn($call)) ? 'others run' : 'others do not run', "\n";
    $others->cancel();
    PHP;
$values = ['10' => [], '1' => [], '0' => ['never'], '-1' => ['never'], '60001' => ['never'], '99999999999' => ['never'],
    'x' => [], '' => [], '5 ms' => [], '0.5' => []];
foreach ($values as $value => $arguments) {
    echo json_encode((string) $value), ': ', child_php($code, ['async.io_slice_ms' => "'$value'"], args: $arguments)['out'];
}
?>
--EXPECT--
"10": others run
"1": others run
"0": others do not run
"-1": others do not run
"60001": others do not run
"99999999999": others do not run
"x": others run
"": others run
"5 ms": others run
"0.5": others run
