--TEST--
SU-5: a stream wrapper that is opening a file in one coroutine neither is a recursion for others nor restricts them
--DESCRIPTION--
Rules: SU-5, IN-1
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

class Local {
    public $context;
    static int $opening = 0;
    static bool $go = false;
    function stream_open($path) {
        self::$opening++;
        while (!self::$go) suspend();
        return str_ends_with($path, 'itself') ? (bool) @fopen($path, 'r') : true;
    }
    function stream_read($n) { return ''; } function stream_eof() { return true; }
    function stream_stat() { return []; } function stream_set_option() { return false; }
}
class Remote { public $context; function stream_open() { return true; } }
stream_wrapper_register('local', Local::class);
stream_wrapper_register('remote', Remote::class, STREAM_IS_URL);

foreach (['include' => fn() => include 'local://file', 'include_once' => fn() => include_once 'local://once'] as $how => $include) {
    [Local::$opening, Local::$go] = [0, false];
    $tasks = [spawn($include), spawn($include)];
    while (Local::$opening < 2) suspend();
    echo "$how: ", get_resource_type(fopen('remote://file', 'r')), "\n";
    Local::$go = true;
    foreach ($tasks as $task) var_dump((bool) await($task));
    echo "$how: ", get_resource_type(fopen('remote://file', 'r')), "\n";
}
var_dump(@fopen('local://itself', 'r'));
--EXPECT--
include: stream
bool(true)
bool(true)
include: stream
include_once: stream
bool(true)
bool(true)
include_once: stream
bool(false)
