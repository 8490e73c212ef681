--TEST--
FW-2: a hash context, a finfo and packers that are in the middle of a stream or a method are not used by others meanwhile
--DESCRIPTION--
Rules: io FW-2, io FW-5
Order: independent
--EXTENSIONS--
fileinfo
--FILE--
<?php
use function Async\{await, delay, spawn};

final class Slow
{
    public $context;
    private string $rest;

    function stream_open(string $path): bool
    {
        $this->rest = str_contains($path, 'png') ? "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0" : "<?php\necho 1;\n";
        return true;
    }

    function stream_read(int $count): string
    {
        delay(3);
        [$part, $this->rest] = [$this->rest, ''];
        return $part;
    }

    function stream_eof(): bool { return $this->rest === ''; }
    function stream_stat(): array { return []; }
    function url_stat(): array { return []; }
    function stream_seek(): bool { return false; }
    function stream_cast() { return false; }
    function stream_set_option(): bool { return false; }
}
stream_wrapper_register('slow', Slow::class);

$context = hash_init('sha256');
// The end may come first: then the others are refused.
$update = fn(Closure $call) => spawn(function () use ($call) {
    try {
        return $call() !== false;
    } catch (TypeError) {
        return true;
    }
});
$updates = [
    $update(fn() => hash_update_stream($context, fopen('slow://png', 'r'))),
    $update(fn() => hash_update($context, 'text')),
    $update(fn() => hash_update_file($context, 'slow://php')),
];
$final = spawn(fn() => hash_final($context));
echo json_encode(array_map(await(...), $updates)), ' ', strlen(await($final)), "\n";

$info = new finfo;
$kinds = array_map(fn(string $name) => spawn(fn() => strtok(@$info->file("slow://$name"), ',')), ['png', 'php', 'png', 'php']);
echo implode('; ', array_map(await(...), $kinds)), "\n";
?>
--EXPECT--
[true,true,true] 64
PNG image data; PHP script; PNG image data; PHP script
