--TEST--
SO-6, IO-13, EXE-6: proc_close(), and the end of the process's resource, close pipes that others read from
--DESCRIPTION--
Rules: io SO-6, IO-13, io EXE-6
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
foreach (['proc_close', 'unset'] as $how) {
    $process = proc_open(['cat'], [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
    $readers = [];
    foreach ([1, 1, 2] as $n) {
        $readers[] = spawn(function () use ($pipes, $n) {
            try {
                return @fgets($pipes[$n]);
            } catch (TypeError) {
                return false;
            }
        });
    }
    for ($i = 0; $i < 5; $i++) suspend();
    if ($how === 'unset') {
        unset($process);
    } else {
        proc_close($process);
    }
    foreach ($readers as $reader) {
        var_dump(await($reader));
    }
    unset($pipes);
}
?>
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
