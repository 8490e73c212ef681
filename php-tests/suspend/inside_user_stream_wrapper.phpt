--TEST--
SU-5: the methods of a user stream wrapper may suspend, in several coroutines at once
--DESCRIPTION--
Rules: SU-5
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class Memory {
    static array $files = []; public $context; private string $name; private int $at = 0;
    function stream_open($path, $mode, $options, &$opened) {
        suspend(); $this->name = $path;
        if ($mode === 'w') self::$files[$path] = '';
        return isset(self::$files[$path]);
    }
    function stream_write($data) { suspend(); self::$files[$this->name] .= $data; return strlen($data); }
    function stream_read($n) { suspend(); $s = substr(self::$files[$this->name], $this->at, $n); $this->at += strlen($s); return $s; }
    function stream_eof() { return $this->at >= strlen(self::$files[$this->name]); }
    function stream_stat() { return []; }
    function stream_close() { suspend(); }
    function stream_flush() { return true; }
    function stream_set_option($o, $a, $b) { return false; }
    function url_stat($p, $f) { suspend(); return isset(self::$files[$p]) ? ['size' => strlen(self::$files[$p])] : false; }
    function unlink($p) { suspend(); unset(self::$files[$p]); return true; }
}
stream_wrapper_register('mem', 'Memory');
$task = function ($id) {
    $path = "mem://$id";
    $f = fopen($path, 'w'); for ($i = 0; $i < 3; $i++) { fwrite($f, "$id$i\n"); suspend(); } fclose($f);
    $lines = file($path, FILE_IGNORE_NEW_LINES); $all = file_get_contents($path);
    return [$lines, strlen($all), unlink($path), isset(Memory::$files[$path])];
};
$cs = [spawn($task, 'a'), spawn($task, 'bb')];
foreach ($cs as $c) echo json_encode(await($c)), "\n";
--EXPECT--
[["a0","a1","a2"],9,true,false]
[["bb0","bb1","bb2"],12,true,false]
