--TEST--
IO-16: file_get_contents() in a coroutine asks for a file once, reads what stock PHP reads, and sees every change made before the call
--DESCRIPTION--
Rules: io IO-16, io IO-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/child.php';

$dir = make_temporary_directory();
$appends = <<<'PHP'
    class Appends extends php_user_filter
    {
        private int $times = 0;
        public function filter($in, $out, &$consumed, bool $closing): int
        {
            while ($bucket = stream_bucket_make_writeable($in)) {
                $consumed += $bucket->datalen;
                stream_bucket_append($out, $bucket);
                if ($this->times++ < 3) file_put_contents(FILE, "line $this->times\n", FILE_APPEND);
            }
            return PSFS_PASS_ON;
        }
    }
    stream_filter_register('appends', Appends::class);
    $through = function () {
        file_put_contents(FILE, "line 0\n");
        return file_get_contents('php://filter/read=appends/resource=' . FILE);
    };
    PHP;
$stock = child_php("<?php const FILE = '$dir/growing';\n$appends\necho \$through();", [], false)['out'];
// How often another coroutine wants its turn must not matter.
$going_on = true;
$other = spawn(function () use (&$going_on) { while ($going_on) suspend(); });
$in_coroutine = fn(Closure $body, ...$arguments) => await(spawn($body, ...$arguments));

// Sizes about those of PHP's buffers and of pages, and parts of files.
$wrong = 0;
foreach ([0, 1, 1000, 4095, 4096, 4097, 8191, 8192, 8193, 16384, 100_000, 3_000_000] as $size) {
    $text = substr(str_repeat("0123456789abcde\n", intdiv($size, 16) + 1), 0, $size);
    file_put_contents("$dir/file", $text);
    $wrong += $in_coroutine(fn() => file_get_contents("$dir/file")) !== $text;
    $wrong += $in_coroutine(fn() => file_get_contents("file://$dir/file")) !== $text;
    $wrong += $in_coroutine(fn() => file_get_contents("php://filter/read=string.rot13/resource=$dir/file")) !== str_rot13($text);
    foreach ([[0, 10], [5, 100], [$size, 10], [max(0, $size - 3), 10], [0, $size], [0, $size + 1], [1, null]] as [$from, $length]) {
        $wrong += $in_coroutine(fn() => file_get_contents("$dir/file", false, null, $from, $length)) !== substr($text, $from, $length);
    }
}
echo "wrong: $wrong\n";

// Nothing is remembered from call to call, nor from one file to another that has its descriptor.
$in_coroutine(function () use ($dir) {
    $seen = [];
    foreach (['', 'a', 'ab', 'a', '', 'abc'] as $text) {
        file_put_contents("$dir/file", $text);
        $seen[] = file_get_contents("$dir/file");
        file_put_contents("$dir/other", strrev($text));
        $seen[] = file_get_contents("$dir/other");
    }
    echo json_encode($seen), "\n";
    $f = fopen("$dir/file", 'a+');
    foreach ([1, 2, 3] as $i) {
        fwrite($f, (string) $i);
        echo file_get_contents("$dir/file"), ' ', fstat($f)['size'], ' ', strlen(stream_get_contents($f, offset: 0)), "\n";
    }
});

// A filter writes to the file that is being read: what it adds is read, as in stock PHP.
define('FILE', "$dir/growing");
eval($appends);
var_dump($in_coroutine($through) === $stock);

// Files whose size says nothing, and what is no file.
$in_coroutine(function () {
    var_dump(str_contains(file_get_contents('/proc/self/status'), 'Threads:'), file_get_contents('/dev/null'));
    var_dump(strlen(file_get_contents('/dev/zero', length: 20_000)));
    var_dump(file_get_contents('/proc/self/comm') === file_get_contents('/proc/self/comm'));
    var_dump(@file_get_contents(__DIR__));
});
$going_on = false;
await($other);
remove_tree($dir);
?>
--EXPECT--
wrong: 0
["","","a","a","ab","ba","a","a","","","abc","cba"]
abc1 4 4
abc12 5 5
abc123 6 6
bool(true)
bool(true)
string(0) ""
int(20000)
bool(true)
string(0) ""
