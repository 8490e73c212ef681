--TEST--
SO-10, DD-1: two coroutines that copy between two streams in opposite directions do not wait for each other
--DESCRIPTION--
Rules: io SO-10
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/slow_wrapper.php';

class SlowFile
{
    private static array $files = [];
    public $context;
    private string $name;
    private int $at = 0;

    public function stream_open($path) { suspend(); $this->name = $path; self::$files[$path] ??= ''; return true; }
    public function stream_read($n)
    {
        suspend();
        $part = substr(self::$files[$this->name], $this->at, 10);
        $this->at += strlen($part);
        return $part;
    }
    public function stream_write($data)
    {
        suspend();
        self::$files[$this->name] = substr_replace(self::$files[$this->name], $data, $this->at, strlen($data));
        $this->at += strlen($data);
        return strlen($data);
    }
    public function stream_seek($offset, $whence) { suspend(); $this->at = $offset; return $whence === SEEK_SET; }
    public function stream_tell() { return $this->at; }
    public function stream_eof() { return $this->at >= strlen(self::$files[$this->name]); }
    public function stream_stat() { return []; }
    public function stream_set_option() { return false; }
    public function stream_truncate($size) { self::$files[$this->name] = substr(self::$files[$this->name], 0, $size); return true; }
}

stream_wrapper_register('slowfile', SlowFile::class);
$a = fopen('slowfile://a', 'w+');
$b = fopen('slowfile://b', 'w+');
fwrite($a, str_repeat('a', 50));
fwrite($b, str_repeat('b', 50));
rewind($a);
rewind($b);
$copies = [spawn(fn() => stream_copy_to_stream($a, $b)), spawn(fn() => stream_copy_to_stream($b, $a))];
$first = array_map(await(...), $copies);
// One after the other: the first one copies all there is behind the position, the second what is left behind its own.
sort($first);
echo $first[0] + $first[1] > 0 ? "copied\n" : "nothing\n";
?>
--EXPECT--
copied
