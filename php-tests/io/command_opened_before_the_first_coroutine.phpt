--TEST--
EXE-7: commands of coroutines do not hold the pipe of one that popen() has started before the first coroutine
--DESCRIPTION--
Rules: io EXE-7, io EXE-1
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';

use function Async\{await, spawn};

$early = popen('cat >/dev/null; exit 3', 'w');
fwrite($early, "text\n");
watchdog();
echo await(spawn(function () use ($early) {
    // They end when they have read all, which is when nothing can write any more.
    $later = popen('cat >/dev/null; exit 4', 'w');
    $process = proc_open('cat >/dev/null; exit 5', [['pipe', 'r']], $pipes);
    $codes = [pclose($early), pclose($later)];
    fclose($pipes[0]);
    return implode(' ', [...$codes, proc_close($process)]);
})), "\n";
?>
--EXPECT--
3 4 5
