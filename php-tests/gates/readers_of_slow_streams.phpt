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


$entered_twice = false;
/** Waits as a method of one stream that nothing else may be in meanwhile. */
function slowly(int &$inside): void
{
    $GLOBALS['entered_twice'] |= $inside++ > 0;
    suspend();
    suspend();
    $inside--;
}

/** A directory of user space whose entries take their time. */
final class SlowDirectory
{
    public mixed $context = null;
    private int $next = 0;
    private int $inside = 0;
    public function dir_opendir(): bool { return true; }
    public function dir_readdir(): string|false { slowly($this->inside); return $this->next < 30 ? 'file' . $this->next++ : false; }
    public function dir_rewinddir(): bool { slowly($this->inside); $this->next = 0; return true; }
    public function dir_closedir(): bool { return true; }
    public function url_stat(): array { return ['mode' => 0100644]; }
}
final class SeenStream
{
    public mixed $context = null;
    private int $inside = 0;
    private int $at = 0;
    public function stream_open(): bool { return true; }
    public function stream_read(): string { slowly($this->inside); return substr(TEXT, ($this->at += 100) - 100, 100); }
    public function stream_eof(): bool { return $this->at >= strlen(TEXT); }
    public function stream_stat(): array { return []; }
    public function url_stat(): array { return []; }
}
stream_wrapper_register('dir', SlowDirectory::class);
stream_wrapper_register('seen', SeenStream::class);
$at_once = fn(int $count, Closure $body) => array_map(await(...), array_map(fn(int $i) => spawn($body, $i), range(1, $count)));

// Texts that the parser needs many reads for.
define('TEXT', '<r>' . implode('', array_map(fn($i) => '<item>' . str_repeat("text $i ", 200) . '</item>', range(1, 10))) . '</r>');
$reader = XMLReader::open('seen://x');
$texts = [];
while ($reader->read()) {
    if ($reader->nodeType === XMLReader::ELEMENT && $reader->name === 'item') {
        array_push($texts, ...$at_once(3, fn() => $reader->readString()));
    }
}
$whole = preg_grep('~^(text \d+ )\1{199}$~', $texts);
echo 'XMLReader: ', count($whole), $entered_twice ? ', entered twice' : ', one at a time', "\n";

foreach ([DirectoryIterator::class, FilesystemIterator::class, RecursiveDirectoryIterator::class] as $class) {
    $entered_twice = false;
    $iterator = new $class('dir://x');
    $numbers = array_merge(...$at_once(3, function () use ($iterator) {
        for ($seen = []; $iterator->valid(); $iterator->next()) {
            $seen[] = $iterator->getFilename();
        }
        return $seen;
    }));
    $at_once(3, function (int $i) use ($iterator) {
        $i === 1 ? $iterator->rewind() : $iterator->next();
        foreach ($iterator as $file);
    });
    echo "$class: ", count(array_unique($numbers)), $entered_twice ? ', entered twice' : ', one at a time', "\n";
}
--EXPECT--
XMLReader: 30, one at a time
DirectoryIterator: 30, one at a time
FilesystemIterator: 30, one at a time
RecursiveDirectoryIterator: 30, one at a time
