--TEST--
OUT-1: nothing suspends in the function of header_register_callback(): headers are sent once, as it left them
--DESCRIPTION--
Rules: io OUT-1, SU-5
Order: independent
--SKIPIF--
<?php if (!getenv('TEST_EXTENSION_PATH')) die('skip needs the path of the extension in TEST_EXTENSION_PATH'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/server.php';

$server = start_php_server(<<<'PHP'
<?php
use function Async\{spawn, await, suspend};
final class Registered
{
    public function __invoke() { callback(); }
    public static function method() { callback(); }
    public function __call($name, $arguments) { header('X-Callback: yes'); }
}
function callback()
{
    try {
        suspend();
        header('X-Callback: left');
    } catch (Async\AsyncException $e) {
        usleep(1000);
        header('X-Callback: yes');
    }
}
$callbacks = [
    '/closure' => fn() => callback(), '/function' => 'callback', '/static' => ['Registered', 'method'],
    '/object' => new Registered, '/call' => [new Registered, 'anything'],
    '/throws' => function () { header('X-Callback: yes'); throw new Exception('of the callback'); },
];
$path = strtok($_SERVER['REQUEST_URI'], '?');
$callback = $callbacks[$path];
if (str_contains($_SERVER['REQUEST_URI'], 'before')) header_register_callback($callback);
suspend();
if (!str_contains($_SERVER['REQUEST_URI'], 'before')) header_register_callback($callback);
unset($callback);
if (str_contains($_SERVER['REQUEST_URI'], 'silent')) exit;
foreach ([1, 2] as $i) $coroutines[] = spawn(function () use ($i) {
    try {
        echo "$i\n";
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
});
foreach ($coroutines as $coroutine) await($coroutine);
PHP, 1, ['-d', 'extension=' . getenv('TEST_EXTENSION_PATH'), '-d', 'html_errors=0', '-d', 'display_errors=1']);

foreach (['/closure', '/closure?before', '/function', '/static?before', '/object', '/call',
    '/throws', '/closure?silent', '/object?before,silent'] as $path) {
    $body = file_get_contents($server->url($path), false, stream_context_create(['http' => ['timeout' => 10]]));
    $headers = preg_grep('/X-Callback|HTTP/', $http_response_header);
    echo "$path: ", implode(' ', $headers), rtrim('; ' . str_replace("\n", ' ', $body)), "\n";
}
$server->stop();
--EXPECT--
/closure: HTTP/1.1 200 OK X-Callback: yes; 1 2
/closure?before: HTTP/1.1 200 OK X-Callback: yes; 1 2
/function: HTTP/1.1 200 OK X-Callback: yes; 1 2
/static?before: HTTP/1.1 200 OK X-Callback: yes; 1 2
/object: HTTP/1.1 200 OK X-Callback: yes; 1 2
/call: HTTP/1.1 200 OK X-Callback: yes; 1 2
/throws: HTTP/1.1 200 OK X-Callback: yes; 1 of the callback 2
/closure?silent: HTTP/1.1 200 OK X-Callback: left;
/object?before,silent: HTTP/1.1 200 OK X-Callback: left;
