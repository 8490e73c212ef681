--TEST--
FW-1: SoapClient makes a fault of a fatal error in PHP code that it calls, unless that is below a function that holds something
--DESCRIPTION--
Rules: io FW-1, SH-30
Order: independent
--EXTENSIONS--
dom
soap
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
<?php
use function Async\{await, delay, spawn};

final class Wrapper
{
    public $context;
    private bool $fails;
    public function stream_open($path)
    {
        $this->fails = $path === 'own://fails';
        return true;
    }
    public function stream_eof() { return false; }
    public function stream_read($size)
    {
        delay(1);
        return $this->fails ? fatal() : "line\n";
    }
}
stream_wrapper_register('own', 'Wrapper');
final class Client extends SoapClient
{
    public $call;
    public function __doRequest($request, $location, $action, $version, $one_way = false): string
    {
        return ($this->call)();
    }
}
function fatal() { @trigger_error('fatal', E_USER_ERROR); }
function in_xpath()
{
    $document = new DOMDocument;
    $document->loadXML('<a/>');
    $path = new DOMXPath($document);
    $path->registerNamespace('php', 'http://php.net/xpath');
    $path->registerPhpFunctions();
    $path->query('/a[php:function("fatal")]');
}
function ask(Closure $call)
{
    $client = new Client(null, ['location' => 'http://127.0.0.1/', 'uri' => 'urn:x']);
    $client->call = $call;
    try {
        $client->foo();
    } catch (SoapFault $fault) {
        echo 'fault: ', $fault->getMessage(), "\n";
    }
}
register_shutdown_function(function () {
    echo "shutdown\n";
});
$stream = fopen('own://fails', 'r');

PHP;
foreach ([
    'its own code' => '(fn() => fatal())',
    'code that another function calls' => '(fn() => array_map("fatal", [1]))',
    'a stream' => '(fn() => fgets($stream))',
    'a function called as a closure' => '(fn() => (fgets(...))($stream))',
    'XPath' => '(in_xpath(...))',
] as $name => $call) {
    echo "-- $name\n";
    $code = <<<PHP
    \$asks = spawn('ask', $call);
    \$reads = spawn(fn() => delay(20) . fgets(fopen('own://works', 'r')));
    await(\$asks);
    \$ticks = 0;
    \$other = spawn(function () use (&\$ticks) {
        while (true) {
            \$ticks++;
            delay(1);
        }
    });
    for (\$turns = 0; \$ticks < 2 && \$turns < 20; \$turns++) usleep(20000);
    echo \$ticks > 1 ? 'others go on' : 'alone', ', ', await(\$reads);
    \$other->cancel();
    PHP;
    print_child(child_php("$head$code", ['extension' => shared_extensions('dom', 'soap')], seconds: 10));
}
?>
--EXPECTF--
-- its own code
fault: fatal
others go on, line
shutdown
[status 0]
-- code that another function calls
fault: fatal
others go on, line
shutdown
[status 0]
-- a stream

Fatal error: fatal in child.php on line %d
shutdown
[status 255]
-- a function called as a closure

Fatal error: fatal in child.php on line %d
shutdown
[status 255]
-- XPath

Fatal error: fatal in child.php on line %d
shutdown
[status 255]
