--TEST--
CX-6: what a cancelled call had taken for fields, a format or a line of an SplFileObject is read again next
--DESCRIPTION--
Rules: io CX-6
Order: dependent
--EXTENSIONS--
posix
--FILE--
<?php
// PHP 8.4 asks for the character that escapes.
error_reporting(E_ALL & ~E_DEPRECATED);
use Async\AsyncCancellation;
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/temporary.php';

/** One on a FIFO. */
function file_object(int $flags = 0): SplFileObject
{
    global $there;
    static $number = 0;
    $path = temporary_directory() . '/fifo' . ++$number;
    posix_mkfifo($path, 0600);
    // So that opening it does not wait for the other end.
    $there = fopen($path, 'r+');
    $file = new SplFileObject($path);
    $file->setFlags($flags);
    return $file;
}

/** The parts that come before a first call is cancelled, and what calls give when the rest is there. */
function attempt(string $name, callable $call, array $parts, string $rest, ?SplFileObject $file = null): void
{
    global $there;
    $here = $file;
    if (!$file) {
        [$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    }
    $reader = spawn($call, $here);
    foreach ($parts as $part) {
        fwrite($there, $part);
        delay(2);
    }
    $reader->cancel();
    try { await($reader); echo 'not cancelled: '; } catch (AsyncCancellation) {}
    $where = $file ? 'line ' . $file->key() : 'position ' . ftell($here);
    fwrite($there, $rest);
    // With filters PHP reads until it has a whole chunk.
    fclose($there);
    $first = json_encode($call($here));
    echo "$name: $where, ", strlen($first) > 150 ? strlen($first) . ' bytes' : $first,
        ', then ', json_encode($file ? $file->fgets() : fgets($here)), "\n";
}

attempt('fgetcsv', fgetcsv(...), ['a,b'], "c,d\nnext\n");
attempt('fgetcsv in three parts', fgetcsv(...), ['a', ',', 'b'], "c,d\nnext\n");
attempt('fgetcsv with a length', fn($s) => fgetcsv($s, 100), ['a,b'], "c,d\nnext\n");
attempt('a field of several lines', fgetcsv(...), ["a,\"b\nc\n", "d"], "\",e\nnext\n");
$long = implode(',', range(1, 9000));
attempt('a long record', fgetcsv(...), ["\"$long\n", "$long\n", $long], "\"\nnext\n");
attempt('behind a filter', function ($s) {
    static $done;
    $done ??= stream_filter_append($s, 'string.toupper', STREAM_FILTER_READ);
    return fgetcsv($s);
}, ["a,\"b\n", 'c', 'd'], "\",e\nnext\n");
attempt('fscanf', fn($s) => fscanf($s, '%d %s'), ['12 ab'], "cd\nnext\n");

// A record that had come before: only what this call has taken is given back.
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($there, "1,2\n3,4\n\"5\n");
echo json_encode([fgetcsv($here), fgetcsv($here)]), "\n";
$reader = spawn(fgetcsv(...), $here);
delay(2);
$reader->cancel();
try { await($reader); } catch (AsyncCancellation) {}
fwrite($there, "6\",7\n");
echo json_encode(fgetcsv($here)), ', ', ftell($here), "\n";

// A stream of user space, whose method waits.
class Slow
{
    public $context;
    function stream_open() { return true; }
    function stream_eof() { return false; }
    function stream_stat() { return []; }
    function stream_read(int $count)
    {
        static $parts = ['a,"b', "\nc", '', "d\",e\nnext\n"];
        $part = array_shift($parts);
        if ($part === '') {
            delay(1000);
        }
        return $part;
    }
}
stream_wrapper_register('slow', Slow::class);
$slow = fopen('slow://', 'r');
$reader = spawn(fgetcsv(...), $slow);
delay(2);
$reader->cancel();
try { await($reader); } catch (AsyncCancellation) {}
echo 'user space: ', json_encode(fgetcsv($slow)), json_encode(fgets($slow)), "\n";

$csv = SplFileObject::READ_CSV;
$ahead = SplFileObject::READ_AHEAD | SplFileObject::SKIP_EMPTY | SplFileObject::DROP_NEW_LINE;
attempt('SplFileObject::fgetcsv', fn($f) => $f->fgetcsv(), ["a,\"b\nc"], "d\",e\nnext\n", file_object());
attempt('SplFileObject::fscanf', fn($f) => $f->fscanf('%d %s'), ['12 ab'], "cd\nnext\n", file_object());
attempt('SplFileObject::fgets', fn($f) => $f->fgets(), ['par'], "tial\nnext\n", file_object());
attempt('current of CSV', fn($f) => $f->current(), ["a,\"b\nc"], "d\",e\nnext\n", file_object($csv));
attempt('next that reads ahead', fn($f) => [$f->next(), $f->current(), $f->key()], ["\n\npar"], "tial\nnext\n", file_object($ahead));
attempt('next of CSV', fn($f) => [$f->next(), $f->current(), $f->key()], ["\n\na,\"b"], "c\"\nnext\n", file_object($csv | $ahead));
?>
--EXPECT--
fgetcsv: position 0, ["a","bc","d"], then "next\n"
fgetcsv in three parts: position 0, ["a","bc","d"], then "next\n"
fgetcsv with a length: position 0, ["a","bc","d"], then "next\n"
a field of several lines: position 0, ["a","b\nc\nd","e"], then "next\n"
a long record: position 0, 131684 bytes, then "next\n"
behind a filter: position 0, ["A","B\nCD","E"], then "NEXT\n"
fscanf: position 0, [12,"abcd"], then "next\n"
[["1","2"],["3","4"]]
["5\n6","7"], 16
user space: ["a","b\ncd","e"]"next\n"
SplFileObject::fgetcsv: line 0, ["a","b\ncd","e"], then "next\n"
SplFileObject::fscanf: line 0, [12,"abcd"], then "next\n"
SplFileObject::fgets: line 0, "partial\n", then "next\n"
current of CSV: line 0, ["a","b\ncd","e"], then "next\n"
next that reads ahead: line 0, [null,"partial",1], then "next"
next of CSV: line 0, [null,["a","bc"],3], then "next"
