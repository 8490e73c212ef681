--TEST--
ST-4: a connect that is not answered ends after its limit with false, 110 and the stock texts; each of several in parallel has its own
--DESCRIPTION--
Rules: io ST-4
Order: independent
--EXTENSIONS--
sockets
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/full_backlog.php';

watchdog(30);
$full = new FullBacklog;
[$address, $port] = [$full->address, $full->port];
$connects = [
    'stream_socket_client' => fn(&$code, &$text) => stream_socket_client("tcp://$address", $code, $text, 0.15),
    'tls' => fn(&$code, &$text) => stream_socket_client("tls://$address", $code, $text, 0.15),
    'fsockopen' => fn(&$code, &$text) => fsockopen('127.0.0.1', $port, $code, $text, 0.15),
    'pfsockopen' => fn(&$code, &$text) => pfsockopen('127.0.0.1', $port, $code, $text, 0.15),
    'http' => function (&$code, &$text) use ($address) {
        $context = stream_context_create(['http' => ['timeout' => 0.15]]);
        [$code, $text] = [110, 'Connection timed out'];
        return file_get_contents("http://$address/", false, $context);
    },
];
foreach ($connects as $name => $connect) {
    $turns = 0;
    $caller = spawn(function () use ($connect, $port) {
        error_clear_last();
        $result = @$connect($code, $text);
        return [$result, $code, $text, str_replace((string) $port, 'PORT', error_get_last()['message'] ?? 'no warning')];
    });
    while (!$caller->isCompleted()) {
        suspend();
        $turns++;
    }
    [$result, $code, $text, $message] = await($caller);
    echo "$name: ", json_encode([$result, $code, $text]), "\n  $message\n", $turns > 3 ? '' : "  nothing else ran\n";
}

// The last to begin is the first to end; one waits for default_socket_timeout, one for longer than the test.
ini_set('default_socket_timeout', '1');
$ends = [];
$start = function (?float $limit) use ($address, &$ends) {
    $began = hrtime(true);
    $result = @stream_socket_client("tcp://$address", $code, $text, $limit);
    $ends[] = [$limit, $result, $code, $text, hrtime(true) - $began >= 1e9 * ($limit ?? 1.0)];
};
$forever = spawn($start, 1000.0);
$coroutines = array_map(fn($limit) => spawn($start, $limit), [null, 0.7, 0.4, 0.1]);
array_map(await(...), $coroutines);
foreach ($ends as $end) {
    echo json_encode($end), "\n";
}
var_dump($forever->isCompleted());
$forever->cancel();
?>
--EXPECT--
stream_socket_client: [false,110,"Connection timed out"]
  stream_socket_client(): Unable to connect to tcp://127.0.0.1:PORT (Connection timed out)
tls: [false,110,"Connection timed out"]
  stream_socket_client(): Unable to connect to tls://127.0.0.1:PORT (Connection timed out)
fsockopen: [false,110,"Connection timed out"]
  fsockopen(): Unable to connect to 127.0.0.1:PORT (Connection timed out)
pfsockopen: [false,110,"Connection timed out"]
  pfsockopen(): Unable to connect to 127.0.0.1:PORT (Connection timed out)
http: [false,110,"Connection timed out"]
  file_get_contents(http://127.0.0.1:PORT/): Failed to open stream: Connection timed out
[0.1,false,110,"Connection timed out",true]
[0.4,false,110,"Connection timed out",true]
[0.7,false,110,"Connection timed out",true]
[null,false,110,"Connection timed out",true]
bool(false)
