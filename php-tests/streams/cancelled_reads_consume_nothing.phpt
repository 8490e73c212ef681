--TEST--
What a cancelled call had read of a line or of a number of bytes is read by the next call
--DESCRIPTION--
Rules: io CX-6
Order: dependent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, delay, spawn, suspend};

/** The parts that come before and after the cancellation of a first read, and what is read then. */
function attempt(string $name, callable $read, array $parts, string $rest): void
{
    [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $reader = spawn($read, $here);
    foreach ($parts as $part) {
        fwrite($there, $part);
        delay(2);
    }
    $reader->cancel();
    try { await($reader); echo "not cancelled: "; } catch (AsyncCancellation) {}
    $position = ftell($here);
    fwrite($there, $rest);
    fclose($there);
    $text = $read($here);
    echo "$name: position $position, ", strlen($text) > 60 ? strlen($text) . ' bytes ' . md5($text) : json_encode($text),
        ', then ', json_encode(stream_get_contents($here)), feof($here) ? '' : ' more', "\n";
}
$long = implode(range(1, 9000));
attempt('fgets', fgets(...), ['part'], "ial\nnext\n");
attempt('fgets in three parts', fgets(...), ['pa', 'rt'], "ial\nnext\n");
attempt('fgets with a length', fn($s) => fgets($s, 100), ['part'], "ial\nnext\n");
attempt('fgets of a long line', fgets(...), [$long], "end\nnext\n");
echo '    ', strlen("{$long}end\n"), ' bytes ', md5("{$long}end\n"), "\n";
attempt('stream_get_contents', stream_get_contents(...), ['part', 'ial'], ' end');
attempt('stream_get_contents with a length', fn($s) => stream_get_contents($s, 8), ['part'], 'ial and more');
attempt('stream_get_line', fn($s) => stream_get_line($s, 100, "\n"), ['part'], "ial\nnext\n");
attempt('fread', fn($s) => fread($s, 100), [], 'partial');
attempt('fgets behind a filter', function ($s) {
    static $done;
    $done ??= stream_filter_append($s, 'string.toupper', STREAM_FILTER_READ);
    return fgets($s);
}, ['part'], "ial\nnext\n");

// A line that had come before, and a pipe of a process.
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($there, "first\nsec");
$process = proc_open('printf hal; read x; echo fway', [['pipe', 'r'], ['pipe', 'w']], $pipes);
echo fgets($here);
foreach ([$here, $pipes[1]] as $stream) {
    $reader = spawn(fgets(...), $stream);
    delay(50);
    $reader->cancel();
    suspend();
}
fwrite($there, "ond\n");
fwrite($pipes[0], "\n");
echo fgets($here), fgets($pipes[1]);
--EXPECT--
fgets: position 0, "partial\n", then "next\n"
fgets in three parts: position 0, "partial\n", then "next\n"
fgets with a length: position 0, "partial\n", then "next\n"
fgets of a long line: position 0, 34897 bytes 646d6e3d5d4a17161ca0323d3d3273fb, then "next\n"
    34897 bytes 646d6e3d5d4a17161ca0323d3d3273fb
stream_get_contents: position 0, "partial end", then ""
stream_get_contents with a length: position 0, "partial ", then "and more"
stream_get_line: position 0, "partial", then "next\n"
fread: position 0, "partial", then ""
fgets behind a filter: position 0, "PARTIAL\n", then "NEXT\n"
first
second
halfway
