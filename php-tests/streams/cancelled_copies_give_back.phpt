--TEST--
CX-6: what a cancelled copy has read and its target has not taken stays in the source
--DESCRIPTION--
Rules: io CX-6, io SO-10
Order: independent
--EXTENSIONS--
posix
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$directory = temporary_directory();
$text = '';
for ($i = 0; strlen($text) < 600_000; $i++) {
    $text .= "line $i\n";
}
file_put_contents("$directory/text", $text);

/** Copies until the target is full, is cancelled, and tells whether what was written and what is left are the whole. */
function attempt(string $name, $source, callable $copy, callable $written): void
{
    global $text;
    $copying = spawn($copy, $source);
    delay(20);
    $copying->cancel();
    try { await($copying); echo 'not cancelled: '; } catch (AsyncCancellation) {}
    $position = ftell($source);
    $there = $written();
    $rest = stream_get_contents($source);
    echo "$name: ", $there . $rest === $text ? 'whole' : 'not whole: ' . strlen($there) . ' and ' . strlen($rest) . ' of ' . strlen($text),
        $position === strlen($there) ? '' : ", position $position", "\n";
}

/** A socket that sends the text, and nothing else. */
function sending()
{
    global $text;
    [$source, $sender] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    spawn(function () use ($sender, $text) { fwrite($sender, $text); });
    return $source;
}

$sources = [
    'a socket' => sending(...),
    'a file' => fn() => fopen("$directory/text", 'r'),
    'a filtered file' => fn() => fopen("php://filter/read=string.rot13|string.rot13/resource=$directory/text", 'r'),
    'a process' => fn() => popen("cat $directory/text", 'r'),
];
foreach ($sources as $name => $open) {
    $receive = function () use (&$target, &$receiver) {
        fclose($target);
        return stream_get_contents($receiver);
    };
    // First: a command inherits what is open.
    $source = $open();
    [$target, $receiver] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    attempt("$name to a socket", $source, fn($source) => stream_copy_to_stream($source, $target), $receive);

    $source = $target = $receiver = null;
    $source = $open();
    [$target, $receiver] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    attempt("$name in parts", $source, function ($source) use ($target) {
        while (stream_copy_to_stream($source, $target, 5000));
    }, $receive);

    posix_mkfifo("$directory/$name", 0600);
    $fifo = fopen("$directory/$name", 'r+');
    attempt("$name to a FIFO", $open(), fn($source) => file_put_contents("$directory/$name", $source), function () use ($fifo) {
        stream_set_blocking($fifo, false);
        return stream_get_contents($fifo);
    });
}

// What a filter has made of a part is not put back for it.
[$target, $receiver] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_filter_append($target, 'string.toupper', STREAM_FILTER_WRITE);
$source = sending();
$copying = spawn(fn() => stream_copy_to_stream($source, $target));
delay(20);
$copying->cancel();
try { await($copying); } catch (AsyncCancellation) {}
$rest = stream_get_contents($source);
echo 'through a filter: ', $rest !== '' && str_ends_with($text, $rest) ? 'as it was' : 'something else', "\n";

// Cancelled where it waits for the source, whose parts have all been written.
[$source, $sender] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$target, $receiver] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$copying = spawn(fn() => stream_copy_to_stream($source, $target));
foreach (['one ', 'two '] as $part) {
    fwrite($sender, $part);
    delay(2);
}
$copying->cancel();
try { await($copying); } catch (AsyncCancellation) {}
fwrite($sender, 'three');
fclose($sender);
fclose($target);
echo stream_get_contents($receiver), 'and ', stream_get_contents($source), "\n";
?>
--EXPECT--
a socket to a socket: whole
a socket in parts: whole
a socket to a FIFO: whole
a file to a socket: whole
a file in parts: whole
a file to a FIFO: whole
a filtered file to a socket: whole
a filtered file in parts: whole
a filtered file to a FIFO: whole
a process to a socket: whole
a process in parts: whole
a process to a FIFO: whole
through a filter: as it was
one two and three
