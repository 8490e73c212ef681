--TEST--
FW-2: a fatal error while SOAP calls of others are under way is an ordinary one; one in a call's own code ends as without coroutines
--DESCRIPTION--
Rules: io FW-2, SH-30
Order: dependent
--EXTENSIONS--
soap
--FILE--
<?php
require __DIR__ . '/../lib/soap.php';
require __DIR__ . '/../lib/child.php';

$server = start_soap_server();
$head = "<?php\nrequire '" . __DIR__ . "/../lib/soap.php';\n\$server = '" . $server->url('/') . "';\n" . <<<'PHP'
use function Async\{spawn, await, delay, suspend};
$fatal = fn() => @trigger_error('fatal', E_USER_ERROR);
$call = fn(array $options = []) => soap_client($server, 'd=0.3', $options)->echo(1);
register_shutdown_function(function () use ($server) {
    echo 'shutdown, ', soap_answer(soap_client($server, '', ['encoding' => 'ISO-8859-1'])->echo("\xe9")), "\n";
});

PHP;
foreach ([
    'in another coroutine' => 'spawn($call); spawn($call, ["exceptions" => false]); spawn(fn() => delay(20) . $fatal()); delay(1000);',
    'in main' => 'spawn($call); spawn($call, ["encoding" => "ISO-8859-1"]); delay(20); $fatal();',
    'in a callback of a server' => <<<'PHP'
        spawn($call);
        function operation() { delay(20); $GLOBALS['fatal'](); }
        spawn(function () {
            $server = new SoapServer(null, ['uri' => 'urn:s', 'send_errors' => false]);
            $server->addFunction('operation');
            $server->handle('<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">'
                . '<e:Body><operation/></e:Body></e:Envelope>');
        });
        delay(1000);
        PHP,
] as $name => $code) {
    echo "-- $name\n";
    print_child(child_php("$head$code\necho 'not reached';", ['extension' => shared_extensions('soap')], seconds: 10));
}
$server->stop();
--EXPECT--
-- in another coroutine

Fatal error: fatal in child.php on line 5
shutdown, stdClass e9 1.1
[status 255]
-- in main

Fatal error: fatal in child.php on line 5
shutdown, stdClass e9 1.1
[status 255]
-- in a callback of a server
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Body><SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring>Internal Error</faultstring></SOAP-ENV:Fault></SOAP-ENV:Body></SOAP-ENV:Envelope>
shutdown, stdClass e9 1.1
[status 255]
