--TEST--
What proc_open() has made for its command no other command gets, when it is left while it opens a FIFO
--DESCRIPTION--
Rules: io EXE-5
Order: independent in real time
--FILE--
<?php
use function Async\{spawn, await, delay};

require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(50);

$dir = make_temporary_directory();
$nothing = [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']];
$others = [
    'exec' => fn() => exec('sleep 3'),
    'proc_open' => fn() => proc_close(proc_open(['sleep', '3'], $nothing, $none)),
];
foreach (['pipe' => ['pipe', 'w'], 'socket' => ['socket'], 'pty' => ['pty']] as $name => $output) {
    foreach ($others as $way => $command) {
        posix_mkfifo($fifo = "$dir/$name-$way", 0600);
        $ended = false;
        $other = null;
        $text = await(spawn(function () use ($output, $fifo, $command, &$other, &$ended) {
            // The FIFO is opened when there is a writer; the output was made before.
            $writer = spawn(function () use ($fifo, $command, &$other, &$ended) {
                $other = spawn(function () use ($command, &$ended) {
                    $command();
                    $ended = true;
                });
                delay(100);
                file_put_contents($fifo, "hello\n");
            });
            $process = proc_open(['cat'], [1 => $output, 0 => ['file', $fifo, 'r']], $pipes);
            $text = '';
            // A terminal ends with an error.
            while (($part = @fread($pipes[1], 100)) !== false && $part !== '') $text .= $part;
            await($writer);
            return $text . (proc_close($process) === 0 ? '' : 'the command failed');
        }));
        echo "$name, $way: ", trim($text), $ended ? ', which the other command has held open' : '', "\n";
        $other->cancel();
        try {
            await($other);
        } catch (Async\AsyncCancellation) {
        }
    }
}
remove_tree($dir);
?>
--EXPECT--
pipe, exec: hello
pipe, proc_open: hello
socket, exec: hello
socket, proc_open: hello
pty, exec: hello
pty, proc_open: hello
