--TEST--
SO-10, IO-12: a stream of user space that cannot seek has a direction for reading and one for writing; one that can has one position
--DESCRIPTION--
Rules: io SO-10, IO-12
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

class Duplex
{
    public static array $sent = [];
    public static array $inside = [];
    public $context;
    private $reply = '';

    public function stream_open() { return true; }
    public function stream_read($n)
    {
        self::$inside[] = 'r';
        // The answer comes when another one has written the question.
        for ($i = 0; self::$sent === [] && $i < 100; $i++) suspend();
        self::$inside[] = '/r';
        return array_shift(self::$sent) ?? '';
    }
    public function stream_write($data)
    {
        self::$inside[] = 'w';
        suspend();
        self::$sent[] = "answer to $data";
        self::$inside[] = '/w';
        return strlen($data);
    }
    public function stream_eof() { return false; }
    public function stream_set_option() { return false; }
}

class File extends Duplex
{
    public function stream_seek($offset, $whence) { return true; }
    public function stream_tell() { return 0; }
}

stream_wrapper_register('duplex', Duplex::class);
stream_wrapper_register('file2', File::class);

$s = fopen('duplex://x', 'r+');
Duplex::$sent = ["first line\nrest of "];
echo fgets($s);
// What the reader has in the buffer stays there when another one writes.
$reader = spawn(fn() => fgets($s));
while (!in_array('r', array_slice(Duplex::$inside, 2))) suspend();
$writer = spawn(fn() => fwrite($s, "one\n"));
var_dump(await($writer), await($reader));

Duplex::$inside = [];
$s = fopen('file2://x', 'r+');
$reader = spawn(fn() => fread($s, 10));
$writer = spawn(fn() => fwrite($s, "two\n"));
await($reader);
await($writer);
// Neither begins before the other has ended.
var_dump(in_array(implode(' ', Duplex::$inside), ['r /r w /w', 'w /w r /r'], true));
?>
--EXPECT--
first line
int(4)
string(22) "rest of answer to one
"
bool(true)
