--TEST--
FW-1, FW-2: faults, cancellations and exceptions of one SOAP call leave others alone; what fails later fails as usual
--DESCRIPTION--
Rules: io FW-1, io FW-2, io EG-7
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
function attempt(callable $call): string
{
    try {
        return soap_answer($call());
    } catch (Throwable $e) {
        return get_class($e) . ($e instanceof SoapFault ? ': ' . $e->getMessage() : '');
    }
}
$other = spawn(fn() => attempt(fn() => soap_client($server, 'd=0.2', ['encoding' => 'ISO-8859-1'])->echo("\xe9")));

PHP;
$ends = [
    'a fault' => <<<'PHP'
        echo attempt(fn() => soap_client($server, 'fault')->echo(1)), "\n";
        $fault = soap_client($server, 'fault', ['exceptions' => false])->echo(1);
        echo get_class($fault), ' ', is_soap_fault($fault) ? 'returned' : 'no fault', "\n";
        PHP,
    'a cancellation' => <<<'PHP'
        foreach ([true, false] as $exceptions) {
            $c = spawn(fn() => attempt(fn() => soap_client($server, 'd=3', ['exceptions' => $exceptions])->echo(1)));
            delay(20);
            $c->cancel();
            try {
                echo await($c), "\n";
            } catch (Async\AsyncCancellation) {
                echo "cancelled\n";
            }
        }
        PHP,
    'an exception of a callback' => <<<'PHP'
        $throws = function () { suspend(); throw new DomainException; };
        $map = [['type_ns' => 'urn:t', 'type_name' => 'Thing', 'from_xml' => $throws]];
        $c = spawn(fn() => attempt(fn() => soap_client($server, '', ['typemap' => $map])->echo(1)));
        echo await($c), "\n";
        PHP,
];
foreach ($ends as $name => $code) {
    print_child(child_php($head . "echo '$name: ';\n$code\n" . 'echo await($other), "\n"; throw new LogicException("later");', [
        'extension' => shared_extensions('soap'),
    ], seconds: 10));
}
$server->stop();
--EXPECT--
a fault: SoapFault: refused
SoapFault returned
stdClass e9 1.1

Fatal error: Uncaught LogicException: later in child.php:18
Stack trace:
#0 {main}
  thrown in child.php on line 18
[status 255]
a cancellation: Async\AsyncCancellation
Async\AsyncCancellation
stdClass e9 1.1

Fatal error: Uncaught LogicException: later in child.php:25
Stack trace:
#0 {main}
  thrown in child.php on line 25
[status 255]
an exception of a callback: DomainException
stdClass e9 1.1

Fatal error: Uncaught LogicException: later in child.php:19
Stack trace:
#0 {main}
  thrown in child.php on line 19
[status 255]
