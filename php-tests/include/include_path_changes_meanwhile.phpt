--TEST--
EG-9: a search along include_path that suspends in a stream wrapper goes on along the path that it began with
--DESCRIPTION--
Rules: IN-1, ES-4, io EG-9
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

final class Searched
{
    public static bool $searching = false;
    public static array $asked = [];
    public $context;
    private bool $read = false;
    public function url_stat($path)
    {
        self::$asked[] = $path;
        self::$searching = true;
        for ($i = 0; $i < 4; $i++) suspend();
        return str_starts_with($path, 'searched://second') ? ['mode' => 0100644] : false;
    }
    public function stream_open() { return true; }
    public function stream_read() { $text = $this->read ? '' : '<?php return "found";'; $this->read = true; return $text; }
    public function stream_eof() { return $this->read; }
    public function stream_stat() { return []; }
    public function stream_set_option() { return false; }
}
stream_wrapper_register('searched', Searched::class);

foreach (['include_once' => fn() => include_once 'file.php',
    'fopen' => fn() => fread(fopen('file.php', 'r', true), 5)] as $how => $search) {
    Searched::$searching = false;
    Searched::$asked = [];
    set_include_path('.');
    // Nothing else has the string.
    set_include_path(implode(':', ['searched://first', 'searched://second']));
    $coroutine = spawn($search);
    while (!Searched::$searching) suspend();
    set_include_path('.');
    set_include_path('/');
    // What has the memory of the old path.
    $others = [];
    for ($i = 0; $i < 50; $i++) $others[] = str_repeat(chr(97 + $i % 26), strlen('searched://first:searched://second'));
    echo "$how: ", await($coroutine), ', asked ', implode(' ', Searched::$asked), ' of ', get_include_path(), "\n";
}
--EXPECT--
include_once: found, asked searched://first/file.php searched://second/file.php of /
fopen: <?php, asked searched://first/file.php searched://second/file.php of /
