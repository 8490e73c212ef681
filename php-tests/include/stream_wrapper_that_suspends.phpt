--TEST--
IN-1, SU-5: a stream wrapper may suspend in each of its methods while its file is included
--DESCRIPTION--
Rules: IN-1, IN-3, IN-4, SU-5, CN-3
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, delay, await};
use Async\AsyncCancellation;

class Slow {
    public $context;
    static array $files = [];
    static int $reads = 0;
    private string $text;
    private int $at = 0;
    function stream_open($path) {
        delay(1);
        if (!isset(self::$files[$path])) return false;
        $this->text = self::$files[$path];
        return true;
    }
    function stream_read($n) {
        self::$reads++; delay(1);
        $part = substr($this->text, $this->at, 20);
        $this->at += strlen($part); return $part;
    }
    function stream_eof() { suspend(); return $this->at >= strlen($this->text); }
    function stream_stat() { suspend(); return []; }
    function stream_set_option() { return false; }
    function stream_close() { suspend(); }
    function url_stat($path) { suspend(); return isset(self::$files[$path]) ? ['mode' => 0100644] : false; }
}
stream_wrapper_register('slow', Slow::class);
Slow::$files = [
    'slow://value' => "#!/usr/bin/env php\n<?php \$seen = \$local . ' seen'; Async\\suspend();\nreturn [__FILE__, __LINE__, \$seen];",
    'slow://once' => "<?php\necho \"once runs\\n\"; function from_once() { return 'declared'; } return 'first';",
    'slow://data' => "<?php return __COMPILER_HALT_OFFSET__; __halt_compiler();rest",
    'slow://wrong' => "<?php\n\nnonsense here",
    'slow://empty' => '',
];
$value = function () { $local = 'local'; $r = include 'slow://value'; return json_encode([...$r, $seen], JSON_UNESCAPED_SLASHES); };
$a = spawn($value); $b = spawn($value); $results = [await($a), await($b)];
echo implode("\n", array_unique($results)), "\n";

$once = fn() => [include_once 'slow://once', from_once()];
$all = [spawn($once), spawn($once), spawn(fn() => [require_once 'slow://once', from_once()])];
$results = array_map(fn($c) => json_encode(await($c)), $all);
sort($results);
echo implode(' ', $results), ' ', json_encode(include_once 'slow://once'), "\n";
echo count(array_keys(get_included_files(), 'slow://once')), "\n";

await(spawn(function () {
    var_dump(include 'slow://data', include 'slow://empty');
    try { include 'slow://wrong'; } catch (ParseError $e) { echo $e->getFile(), ':', $e->getLine(), "\n"; }
    var_dump(include 'slow://missing', @include_once 'slow://missing');
    try { @require 'slow://missing'; } catch (Error $e) { echo $e->getMessage(), "\n"; }
}));

Slow::$reads = 0;
$c = spawn(function () { try { include 'slow://value'; } catch (AsyncCancellation $e) { echo get_class($e), "\n"; } echo "goes on\n"; });
while (!Slow::$reads) suspend();
$c->cancel();
await($c);
$local = 'main';
echo count(include 'slow://value'), "\n";
--EXPECTF--
["slow://value",3,"local seen","local seen"]
once runs
["first","declared"] [true,"declared"] [true,"declared"] true
1
int(57)
int(1)
slow://wrong:3

Warning: include(slow://missing): Failed to open stream: "Slow::stream_open" call failed in %s on line %d

Warning: include(): Failed opening 'slow://missing' for inclusion (include_path='%s') in %s on line %d
bool(false)
bool(false)
Failed opening required 'slow://missing' (include_path='%s')
Async\AsyncCancellation
goes on
3
