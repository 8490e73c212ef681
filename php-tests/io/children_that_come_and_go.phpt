--TEST--
EXE-8: many children at once, some of which die early or are killed while their pipes are read, disturb nothing else
--DESCRIPTION--
Rules: io EXE-8, io EXE-5, io EXE-6, io EXE-7
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

require __DIR__ . '/../lib/watchdog.php';

function with_child(int $i): string
{
    $pipe = [['pipe', 'r'], ['pipe', 'w']];
    switch ($i % 4) {
        case 0: // works
            $p = proc_open(['cat'], $pipe, $pipes);
            fwrite($pipes[0], "line $i\n");
            fclose($pipes[0]);
            return stream_get_contents($pipes[1]) . proc_close($p);
        case 1: // dies early
            $p = proc_open(['sh', '-c', 'exit 7'], $pipe, $pipes);
            return json_encode([fgets($pipes[1]), feof($pipes[1]), proc_close($p)]);
        case 2: // is killed while it is read
            $p = proc_open(['sleep', '60'], $pipe, $pipes);
            $reader = spawn(fn() => [fgets($pipes[1]), feof($pipes[1])]);
            proc_terminate($p);
            return json_encode(await($reader));
        default:
            $p = popen("echo $i; exit 3", 'r');
            return fgets($p) . pclose($p);
    }
}

watchdog(30);
$descriptors = count(scandir('/proc/self/fd'));
$coroutines = [];
for ($i = 0; $i < 40; $i++) {
    $coroutines[] = spawn('with_child', $i);
}
$results = array_map(await(...), $coroutines);
unset($coroutines);
foreach ($results as $i => $result) {
    $expected = ["line $i\n0", '[false,true,7]', '[false,true]', "$i\n3"][$i % 4];
    if ($result !== $expected) {
        echo "$i: $result\n";
    }
}
echo "done\n";
?>
--EXPECT--
done
