--TEST--
CX-6: a cancelled stream_get_line() gives back the delimiter, too, that it had found while it waited for more behind a filter
--DESCRIPTION--
Rules: io CX-6
Order: independent
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{await, delay, spawn};

foreach (['', 'string.toupper'] as $filter) {
    foreach (["\n", "\r\n", 'END'] as $delimiter) {
        foreach ([['', 'a|bb|'], ['a', '|bb|'], ['z|a', '|bb|'], ['z|', 'a|bb|'], ['|', '|a|'], ['z|y|x', '|']] as [$first, $second]) {
            [$first, $second] = str_replace('|', $delimiter, [$first, $second]);
            [$reader, $writer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            if ($filter !== '') {
                stream_filter_append($reader, $filter, STREAM_FILTER_READ);
            }
            $got = [];
            $reads = spawn(function () use ($reader, $delimiter, &$got) {
                while (($record = stream_get_line($reader, 1000, $delimiter)) !== false) {
                    $got[] = $record;
                }
            });
            delay(1);
            fwrite($writer, $first);
            delay(1);
            $reads->cancel();
            try {
                await($reads);
            } catch (AsyncCancellation) {
            }
            fwrite($writer, $second);
            fclose($writer);
            while (($record = stream_get_line($reader, 1000, $delimiter)) !== false) {
                $got[] = $record;
            }
            $expected = explode($delimiter, $first . $second);
            array_pop($expected);
            if (array_map(strtolower(...), $got) !== $expected) {
                echo "'$filter', ", json_encode([$delimiter, $first, $second]), ': ', json_encode($got), "\n";
            }
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
