--TEST--
FW-2: several coroutines step through one XMLReader or one iterator of a directory, whose stream suspends: each step is one's alone
--DESCRIPTION--
Rules: io FW-2, io FW-1
Order: independent
--EXTENSIONS--
dom
xmlreader
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/slow_wrapper.php';

/** A directory of user space whose entries take their time. */
final class SlowDirectory
{
    public mixed $context = null;
    private int $next = 0;
    public static int $inside = 0;
    public static bool $entered_twice = false;
    private function slow(): void
    {
        self::$entered_twice |= self::$inside++ > 0;
        suspend();
        self::$inside--;
    }
    public function dir_opendir(): bool { return true; }
    public function dir_readdir(): string|false { $this->slow(); return $this->next < 30 ? 'file' . $this->next++ : false; }
    public function dir_rewinddir(): bool { $this->slow(); $this->next = 0; return true; }
    public function dir_closedir(): bool { return true; }
    public function url_stat(): array { return ['mode' => 0100644]; }
}
stream_wrapper_register('dir', SlowDirectory::class);
$at_once = fn(int $count, Closure $body) => array_map(await(...), array_map(fn(int $i) => spawn($body, $i), range(1, $count)));

SlowStream::$files['x'] = '<r>' . implode('', array_map(fn($i) => "<item>$i</item>", range(1, 60))) . '</r>';
$reader = XMLReader::open('slow://x');
$seen = array_merge(...$at_once(4, function () use ($reader) {
    $seen = [];
    while ($reader->read()) {
        if ($reader->nodeType === XMLReader::TEXT) {
            $seen[] = (int) $reader->value;
        }
    }
    return $seen;
}));
sort($seen);
echo 'XMLReader: ', $seen === range(1, 60) ? 'each node once' : json_encode($seen), "\n";

foreach ([DirectoryIterator::class, FilesystemIterator::class, RecursiveDirectoryIterator::class] as $class) {
    $iterator = new $class('dir://x');
    $numbers = array_merge(...$at_once(3, function () use ($iterator) {
        for ($seen = []; $iterator->valid(); $iterator->next()) {
            $seen[] = $iterator->getFilename();
        }
        return $seen;
    }));
    SlowDirectory::$entered_twice = false;
    $at_once(3, function (int $i) use ($iterator) {
        $i === 1 ? $iterator->rewind() : $iterator->next();
        foreach ($iterator as $file);
    });
    echo "$class: ", count(array_unique($numbers)), SlowDirectory::$entered_twice ? ', entered twice' : ', one at a time', "\n";
}
--EXPECT--
XMLReader: each node once
DirectoryIterator: 30, one at a time
FilesystemIterator: 30, one at a time
RecursiveDirectoryIterator: 30, one at a time
