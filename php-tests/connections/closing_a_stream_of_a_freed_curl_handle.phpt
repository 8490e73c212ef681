--TEST--
SO-6: fclose() of a stream that a curl handle has as a FILE* waits for the end of that handle, which says goodbye to its server
--DESCRIPTION--
Rules: io SO-6
Order: independent
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{await, delay, spawn};

require __DIR__ . '/../lib/temporary.php';
require __DIR__ . '/../lib/watchdog.php';

watchdog();
$listener = stream_socket_server('tcp://127.0.0.1:0');
$url = 'ftp://' . stream_socket_get_name($listener, false) . '/';

/** A server of FTP for one connection, which answers the end of it when it may. */
function serve(bool &$go_on): Async\Coroutine
{
    global $listener;
    return spawn(function () use ($listener, &$go_on) {
        $client = stream_socket_accept($listener);
        fwrite($client, "220 hello\r\n");
        while (($line = fgets($client)) !== false) {
            $command = strtok(trim($line), ' ');
            while ($command === 'QUIT' && !$go_on) {
                delay(1);
            }
            fwrite($client, match ($command) {
                'USER' => "331 password\r\n",
                'PASS' => "230 welcome\r\n",
                'PWD' => "257 \"/\"\r\n",
                'QUIT' => "221 farewell\r\n",
                default => "200 yes\r\n",
            });
        }
    });
}

$path = temporary_path('curl');
foreach (['easy', 'multi'] as $kind) {
    echo "$kind: ";
    $go_on = false;
    $server = serve($go_on);
    $file = fopen($path, 'w');
    $handle = curl_init($url);
    curl_setopt_array($handle, [CURLOPT_NOBODY => true, CURLOPT_VERBOSE => true, CURLOPT_STDERR => $file]);
    if ($kind === 'easy') {
        echo curl_exec($handle) ? 'done, ' : curl_error($handle);
    } else {
        [$easy, $handle] = [$handle, curl_multi_init()];
        curl_multi_add_handle($handle, $easy);
        do {
            curl_multi_exec($handle, $running);
            $running and curl_multi_select($handle);
        } while ($running);
        echo curl_errno($easy) ? curl_error($easy) : 'done, ';
        unset($easy);
    }
    $end = spawn(function () use (&$handle) { $handle = null; });
    delay(20);
    echo $end->isCompleted() ? 'ended at once, ' : 'ends, ';
    $closing = spawn(fclose(...), $file);
    delay(20);
    echo $closing->isCompleted() ? 'closed, ' : 'waits, ', get_resource_type($file), ', ';
    $go_on = true;
    await($end);
    echo await($closing) ? 'closed' : 'not closed';
    await($server);
    echo "\n";
}
unlink($path);
?>
--EXPECT--
easy: done, ends, waits, Unknown, closed
multi: done, ends, waits, Unknown, closed
