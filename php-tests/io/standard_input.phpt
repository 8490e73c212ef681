--TEST--
IO-5, IO-6: reading STDIN and php://stdin, a pipe or a terminal, suspends only the reader; a time limit ends the read, not the stream
--DESCRIPTION--
Rules: io IO-5, io IO-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/child_with_pipes.php';

watchdog(60);
// What it says on its standard output answers to what it is told: each line comes only when the one before was read.
$code = <<<'PHP'
    <?php
    use function Async\{spawn, await, suspend};

    /** Others run while something reads: said by another coroutine, once it does. */
    function others_run(): void
    {
        spawn(function () {
            for ($i = 0; $i < 3; $i++) {
                suspend();
            }
            fwrite(STDOUT, "others run\n");
        });
    }
    $in = SOURCE;
    await(spawn(function () use ($in) {
        others_run();
        echo 'read ' . fgets($in);
        others_run();
        echo 'read ' . stream_get_contents($in, 4);
        echo 'limited: ', json_encode([stream_set_timeout($in, 0, 30_000), fgets($in), stream_get_meta_data($in)['timed_out'],
            fread($in, 10), feof($in)]), "\n";
        stream_set_timeout($in, 100);
        others_run();
        echo 'read ' . fgets($in);
        echo json_encode([stream_get_meta_data($in)['timed_out'], feof($in)]), "\n";
        others_run();
        echo 'rest: ' . json_encode(stream_get_contents($in)) . "\n";
        echo json_encode([feof($in), fgets($in)]), "\n";
    }));
    PHP;
$kinds = ['pipe' => ['pipe', 'r'], 'terminal' => ['pty']];
foreach ($kinds as $kind => $descriptor) {
    foreach (['STDIN', "fopen('php://stdin', 'r')", "fopen('php://fd/0', 'r')"] as $source) {
        $child = new ChildWithPipes(str_replace('SOURCE', $source, $code), [$descriptor, ['pipe', 'w']]);
        [$in, $out] = $child->pipes;
        $said = [];
        // The child is reading when others run.
        foreach (["one\n", "two\n", "", "three\n"] as $line) {
            if ($line !== '') {
                $said[] = trim((string) fgets($out));
                fwrite($in, $line);
            }
            $said[] = trim((string) fgets($out));
        }
        $said[] = trim((string) fgets($out));
        $said[] = trim((string) fgets($out));
        // The end of a terminal's input is a character.
        fwrite($in, $kind === 'pipe' ? "the rest\n" : "the rest\n\x04");
        $kind === 'pipe' && fclose($in);
        $said[] = trim((string) fgets($out));
        $said[] = trim((string) fgets($out));
        echo "$kind, $source: status ", $child->end(), "\n";
        if ($said !== ($first ??= $said)) {
            echo implode("\n", $said), "\n";
        }
    }
}
echo implode("\n", $first), "\n";
?>
--EXPECT--
pipe, STDIN: status 0
pipe, fopen('php://stdin', 'r'): status 0
pipe, fopen('php://fd/0', 'r'): status 0
terminal, STDIN: status 0
terminal, fopen('php://stdin', 'r'): status 0
terminal, fopen('php://fd/0', 'r'): status 0
others run
read one
others run
read two
limited: [true,false,true,false,false]
others run
read three
[false,false]
others run
rest: "the rest\n"
[true,false]
