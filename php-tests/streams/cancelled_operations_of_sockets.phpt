--TEST--
CX-6, SO-4, SO-5: cancelled reads and writes leave a connection intact: what arrives is what was written, nothing twice, nothing missing
--DESCRIPTION--
Rules: io CX-6, io SO-4, io SO-5, TLS-4
Order: independent
--SKIPIF--
<?php if (!extension_loaded('openssl')) die('skip needs openssl'); ?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/tls.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog(60);
set_error_handler(fn($level, $text) => print("error handler: $text\n"));
foreach (['unix', 'tcp', 'tls'] as $kind) {
    [$a, $b] = connected_pair($kind);
    // Readers.
    foreach (['fgets', 'stream_get_line', 'stream_get_contents'] as $function) {
        $arguments = ['stream_get_line' => [100, "\n"], 'stream_get_contents' => [5]][$function] ?? [];
        $reader = spawn(fn() => $function($a, ...$arguments));
        for ($i = 0; $i < 5; $i++) suspend();
        $reader->cancel();
        try {
            await($reader);
        } catch (Async\AsyncCancellation) {
        }
        if (feof($a) || stream_get_meta_data($a)['eof']) {
            echo "$function: at the end\n";
        }
        fwrite($b, "line\n");
        if ($function($a, ...$arguments) !== ($function === 'stream_get_line' ? 'line' : "line\n")) {
            echo "$function: wrong\n";
        }
    }

    // A writer in the middle of much; then another one goes on, with other data, and with the same.
    foreach (['other', 'same'] as $next) {
        $parts = [];
        for ($i = 0; $i < 200_000; $i++) $parts[] = sprintf('%06d ', $i);
        $big = implode($parts);
        $writer = spawn(fn() => fwrite($a, $big));
        for ($i = 0; $i < 5; $i++) suspend();
        $writer->cancel();
        try {
            await($writer);
        } catch (Async\AsyncCancellation) {
            echo "$kind $next: cancelled\n";
        }
        $reader = spawn(function () use ($b) {
            $text = '';
            while (!str_ends_with($text, "END\n")) {
                $text .= fread($b, 50_000);
            }
            return $text;
        });
        $text = $next === 'same' ? $big . "END\n" : str_repeat('x', 300_000) . "END\n";
        var_dump(fwrite($a, $text) === strlen($text));
        $got = await($reader);
        // A beginning of the first, then the second.
        $length = strlen($got) - strlen($text);
        var_dump(substr($got, 0, $length) === substr($big, 0, $length) && substr($got, $length) === $text);
    }
}
?>
--EXPECT--
unix other: cancelled
bool(true)
bool(true)
unix same: cancelled
bool(true)
bool(true)
tcp other: cancelled
bool(true)
bool(true)
tcp same: cancelled
bool(true)
bool(true)
tls other: cancelled
bool(true)
bool(true)
tls same: cancelled
bool(true)
bool(true)
