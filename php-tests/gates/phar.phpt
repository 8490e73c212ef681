--TEST--
FW-5: methods of Phar, operations of the phar wrapper and files included from an archive run one coroutine at a time
--DESCRIPTION--
Rules: io FW-5, FW-1, io CX-12
Order: independent
--EXTENSIONS--
phar
zlib
--INI--
phar.readonly=0
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/at_once.php';
require __DIR__ . '/../lib/temporary.php';

$dir = temporary_directory();
foreach ([0, 1, 2] as $i) {
    $phar = new Phar("$dir/$i.phar");
    foreach (range(0, 3) as $n) $phar["f$n.txt"] = str_repeat("$i$n", 5000);
    $phar['included.php'] = "<?php pause(); return ['included', $i];";
    $phar->setStub("<?php __HALT_COMPILER();");
    SlowStream::$files["stub$i"] = "<?php echo $i; __HALT_COMPILER(); ?>";
    SlowStream::$files["copy$i"] = str_repeat("copy $i ", 10);
}
unset($phar);
class Metadata
{
    public function __construct(public int $number) {}
    public function __sleep() { pause(); return ['number']; }
    public function __wakeup() { pause(); }
}

at_once('the same archive is built', function ($i) use ($dir) {
    $phar = new Phar("$dir/2.phar");
    $files = function () use ($i) {
        foreach (range(0, 2) as $n) {
            pause();
            SlowStream::$files["x$i$n"] = "s$i$n";
            yield "s$i$n" => fopen("slow://x$i$n", 'r');
        }
    };
    $phar->buildFromIterator($files());
    return [file_get_contents("phar://$dir/2.phar/s{$i}1"), include "phar://$dir/2.phar/included.php"];
});
at_once('a stub is read', function ($i) use ($dir) {
    pause();
    $phar = new Phar("$dir/$i.phar");
    return [$phar->setStub(fopen("slow://stub$i", 'r')), $phar->getStub()];
});
at_once('files are copied into an archive', function ($i) use ($dir) {
    pause();
    return [copy("slow://copy$i", "phar://$dir/2.phar/copied$i"), file_get_contents("phar://$dir/2.phar/copied$i")];
});
at_once('an entry is set to a stream', function ($i) use ($dir) {
    pause();
    $phar = new Phar("$dir/2.phar");
    $phar["o$i"] = fopen("slow://copy$i", 'r');
    return $phar["o$i"]->getContent();
});
at_once('metadata with magic methods', function ($i) use ($dir) {
    $phar = new Phar("$dir/$i.phar");
    $phar->setMetadata(new Metadata($i));
    unset($phar);
    return (new Phar("$dir/$i.phar"))->getMetadata()->number;
});
at_once('directories', function ($i) use ($dir) {
    pause();
    $file = "phar://$dir/$i.phar/f2.txt";
    return [scandir("phar://$dir/2.phar"), is_file($file), rename($file, "$file.new"), rename("$file.new", $file), filesize($file)];
});

// While one is in the middle, others wait: for a file, for an archive that is included, for an open stream.
$stream = fopen("phar://$dir/0.phar/f1.txt", 'r');
[$inside, $go] = [false, false];
$log = [];
$builder = spawn(function () use ($dir, &$inside, &$go) {
    $phar = new Phar("$dir/1.phar");
    $files = (function () use (&$inside, &$go) {
        $inside = true;
        while (!$go) suspend();
        yield 'new' => fopen('slow://copy1', 'r');
    });
    $phar->buildFromIterator($files());
    $log[] = 'built';
});
while (!$inside) suspend();
$others = [
    'file' => spawn(fn() => file_get_contents("phar://$dir/1.phar/f1.txt") === str_repeat('11', 5000)),
    'include' => spawn(fn() => (include "phar://$dir/1.phar/included.php")[1] === 1),
    'stream' => spawn(fn() => fread($stream, 10) === '0101010101'),
    'close' => spawn(fn() => fclose(fopen("phar://$dir/2.phar/f1.txt", 'r'))),
    'cancelled' => spawn(fn() => file_get_contents("phar://$dir/1.phar/f1.txt")),
];
foreach (range(1, 10) as $turn) suspend();
$others['cancelled']->cancel();
try {
    await($others['cancelled']);
} catch (Async\AsyncCancellation) {
    $log[] = 'cancelled';
}
unset($others['cancelled']);
$watched = [];
foreach ($others as $name => $coroutine) {
    $watched[] = spawn(function () use ($name, $coroutine, &$log) {
        $log[] = $name . ' ' . json_encode(await($coroutine));
    });
}
$log[] = 'going on';
$go = true;
await($builder);
foreach ($watched as $coroutine) await($coroutine);
$first = array_splice($log, 0, 2);
sort($log);
echo implode(', ', $first), ', then ', implode(', ', $log), "\n";
--EXPECT--
the same archive is built: as alone
a stub is read: as alone
files are copied into an archive: as alone
an entry is set to a stream: as alone
metadata with magic methods: as alone
directories: as alone
cancelled, going on, then close true, file true, include true, stream true
