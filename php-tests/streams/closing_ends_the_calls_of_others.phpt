--TEST--
SO-6, IO-13: closing a socket or pipe ends the reads and writes of all others with false; the closer goes on when they have left
--DESCRIPTION--
Rules: io SO-6, IO-13, IO-5
Order: dependent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();

function tcp(): array
{
    $server = stream_socket_server('tcp://127.0.0.1:0');
    $client = stream_socket_client('tcp://' . stream_socket_get_name($server, false));
    return [stream_socket_accept($server), $client];
}

$kinds = [
    'unix' => fn() => stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0),
    'tcp' => tcp(...),
    'pipe' => function () {
        $process = proc_open(['sleep', '10'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
        return [$pipes[1], $process, $pipes[0]];
    },
    'popen' => function () {
        return [popen('exec sleep 0.1', 'r'), null];
    },
];
foreach ($kinds as $kind => $open) {
    foreach (['fgets', 'fread', 'stream_get_contents', 'stream_get_line'] as $read) {
        $opened = $open();
        $s = $opened[0];
        $call = fn() => $read === 'fread' || $read === 'stream_get_line' ? @$read($s, 100) : @$read($s);
        $readers = [spawn($call), spawn($call), spawn($call)];
        suspend();
        suspend();
        echo "$kind $read: ";
        spawn(fn() => print('others run, '));
        $closed = $kind === 'popen' ? pclose($s) === 0 : fclose($s);
        echo $closed ? 'closed' : 'not closed';
        foreach ($readers as $reader) {
            $result = await($reader);
            // What had been read before the end of a whole-content read: nothing.
            echo ' ', $result === '' ? "''" : var_export($result, true);
        }
        try {
            fread($s, 1);
        } catch (TypeError $e) {
            echo ", {$e->getMessage()}\n";
        }
        if (is_resource($opened[1] ?? null) && $kind === 'pipe') {
            proc_terminate($opened[1], 9);
        }
    }
}
?>
--EXPECT--
unix fgets: others run, closed false false false, fread(): supplied resource is not a valid stream resource
unix fread: others run, closed false false false, fread(): supplied resource is not a valid stream resource
unix stream_get_contents: others run, closed '' false false, fread(): supplied resource is not a valid stream resource
unix stream_get_line: others run, closed false false false, fread(): supplied resource is not a valid stream resource
tcp fgets: others run, closed false false false, fread(): supplied resource is not a valid stream resource
tcp fread: others run, closed false false false, fread(): supplied resource is not a valid stream resource
tcp stream_get_contents: others run, closed '' false false, fread(): supplied resource is not a valid stream resource
tcp stream_get_line: others run, closed false false false, fread(): supplied resource is not a valid stream resource
pipe fgets: others run, closed false false false, fread(): supplied resource is not a valid stream resource
pipe fread: others run, closed false false false, fread(): supplied resource is not a valid stream resource
pipe stream_get_contents: others run, closed '' false false, fread(): supplied resource is not a valid stream resource
pipe stream_get_line: others run, closed false false false, fread(): supplied resource is not a valid stream resource
popen fgets: others run, closed false false false, fread(): supplied resource is not a valid stream resource
popen fread: others run, closed false false false, fread(): supplied resource is not a valid stream resource
popen stream_get_contents: others run, closed '' false false, fread(): supplied resource is not a valid stream resource
popen stream_get_line: others run, closed false false false, fread(): supplied resource is not a valid stream resource
