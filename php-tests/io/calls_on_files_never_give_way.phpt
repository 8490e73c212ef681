--TEST--
W-10, W-11: a call on a file runs to its end, however long its coroutine has been computing; one on a socket gives way
--DESCRIPTION--
Rules: io W-10, io W-11
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

// With a seed calls that may give way do so often; without one when the time is over, which has to be real.
$code = <<<'PHP'
    <?php
    use function Async\{spawn, await, await_all_or_fail};
    $directory = $argv[1];
    file_put_contents("$directory/a.ini", "[section]\n" . implode("\n", array_map(fn($i) => "key$i = value$i", range(1, 500))));
    copy("$directory/a.ini", "$directory/b.ini");
    $busy = $overlaps = 0;
    // True when nothing else ran meanwhile.
    $alone = function (callable $call) use (&$busy, &$overlaps) {
        $overlaps += (int) ($busy++ > 0);
        $result = $call();
        $busy--;
        return $result;
    };
    $work = function (string $name) use ($alone, $directory) {
        for ($i = 0; $i < 30; $i++) {
            hash('sha256', str_repeat('a', 300000));
            $alone(fn() => file_put_contents("$directory/log", "$name $i\n", FILE_APPEND));
            $parsed = $alone(fn() => parse_ini_file("$directory/" . ($i % 2 ? 'a' : 'b') . '.ini', true));
            if (count($parsed['section']) !== 500) echo "wrong\n";
            $h = $alone(function () use ($directory, $name, $i) {
                $h = fopen("$directory/$name", 'c+');
                fseek($h, 0, SEEK_END);
                fwrite($h, "$i\n");
                rewind($h);
                return $h;
            });
            // What is not in the page cache is waited for here: simulation takes a file for uncached now and then.
            if (count(explode("\n", stream_get_contents($h))) !== $i + 2) echo "wrong\n";
            $alone(fn() => error_log("$name $i"));
            $alone(fn() => scandir($directory));
        }
    };
    ini_set('error_log', "$directory/errors");
    await_all_or_fail([spawn($work, 'A'), spawn($work, 'B'), spawn($work, 'C')]);
    echo "$overlaps overlaps, ", count(file("$directory/log")), ' ', count(file("$directory/errors")), " lines\n";

    // Sockets give way, or nothing else would ever run.
    [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $others = 0;
    $end = spawn(function () use (&$others) { $others++; });
    for ($i = 0; $i < 100000 && !$others; $i++) {
        fwrite($a, 'x');
        fread($b, 1);
    }
    echo $others ? "a socket gave way\n" : "nobody else ran\n";
    PHP;
foreach ([0, 1, 2, 3] as $seed) {
    print_child(child_php($code, ['async.sim_seed' => $seed, 'async.sim_time' => 0], args: [temporary_directory()], seconds: 20));
}
--EXPECT--
0 overlaps, 90 90 lines
a socket gave way
[status 0]
0 overlaps, 90 90 lines
a socket gave way
[status 0]
0 overlaps, 90 90 lines
a socket gave way
[status 0]
0 overlaps, 90 90 lines
a socket gave way
[status 0]
