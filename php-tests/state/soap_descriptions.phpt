--TEST--
FW-2, EG-7: SOAP calls at the same time keep their descriptions and classes; one client may be shared; warnings stay warnings
--DESCRIPTION--
Rules: io FW-2, io EG-7, io FW-1
Order: independent
--EXTENSIONS--
soap
--INI--
soap.wsdl_cache_enabled=0
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

/** A server that answers with its path, in a structure whose field is named after it. */
$listener = stream_socket_server('tcp://127.0.0.1:0');
$address = 'http://' . stream_socket_get_name($listener, false);
$serving = [];
$server = spawn(function () use ($listener, &$serving) {
    while ($peer = @stream_socket_accept($listener, -1)) {
        $serving[] = spawn(function () use ($peer) {
            while ($line = fgets($peer)) {
                $path = explode(' ', $line)[1];
                $length = 0;
                while (($header = rtrim(fgets($peer))) !== '') {
                    $length = stripos($header, 'content-length:') === 0 ? (int) substr($header, 15) : $length;
                }
                stream_get_contents($peer, $length);
                delay(2);
                $name = substr($path, 1);
                $answer = '<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:' . $name . '"'
                    . ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><e:Body><t:askResponse><return xsi:type="t:Answer"><text>'
                    . "$name</text></return></t:askResponse></e:Body></e:Envelope>";
                $length = strlen($answer);
                fwrite($peer, "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: $length\r\n\r\n$answer");
            }
        });
    }
});

function description(string $name, string $address): string
{
    $file = tempnam(sys_get_temp_dir(), 'wsdl');
    file_put_contents($file, <<<XML
        <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
         name="d" targetNamespace="urn:$name"
         xmlns:tns="urn:$name" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
         <types><xsd:schema targetNamespace="urn:$name"><xsd:complexType name="Answer"><xsd:sequence>
         <xsd:element name="text" type="xsd:string"/>
         </xsd:sequence></xsd:complexType></xsd:schema></types>
         <message name="ask"/><message name="answer"><part name="return" type="tns:Answer"/></message>
         <portType name="p"><operation name="ask"><input message="tns:ask"/><output message="tns:answer"/></operation></portType>
         <binding name="b" type="tns:p"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="ask"><soap:operation soapAction="ask"/><input><soap:body use="literal" namespace="urn:$name"/></input>
          <output><soap:body use="literal" namespace="urn:$name"/></output></operation></binding>
         <service name="s"><port name="q" binding="tns:b"><soap:address location="$address/$name"/></port></service>
        </definitions>
        XML);
    return $file;
}

class A { public string $text; }
class B { public string $text; }
class C { public string $text; }
$files = [];
$clients = [];
foreach (['A', 'B', 'C'] as $name) {
    $files[] = $file = description($name, $address);
    $clients[$name] = new SoapClient($file, ['classmap' => ['Answer' => $name], 'cache_wsdl' => WSDL_CACHE_NONE]);
}
array_map(unlink(...), $files);

$wrong = [];
$warnings = 0;
set_error_handler(function () use (&$warnings) { $warnings++; });
$coroutines = [];
foreach (['A', 'B', 'C', 'A', 'B'] as $name) {
    $coroutines[] = spawn(function () use ($name, $clients, &$wrong) {
        for ($i = 0; $i < 5; $i++) {
            $answer = $clients[$name]->ask();
            if (!$answer instanceof $name || $answer->text !== $name) {
                $wrong[] = "$name: " . get_debug_type($answer);
            }
            $i % 2 || trigger_error('a warning', E_USER_WARNING);
            $i % 2 || fopen('/does/not/exist', 'r');
        }
    });
}
array_map(await(...), $coroutines);
echo implode("\n", $wrong) ?: 'each its own answers', "\n$warnings warnings\n";

// Ended in the middle: the next one finds nothing of it.
$ended = spawn(fn() => $clients['A']->ask());
delay(1);
$ended->cancel();
try {
    await($ended);
} catch (Async\AsyncCancellation) {
    echo 'cancelled, then ', get_class($clients['B']->ask()), ' and ', get_class($clients['A']->ask()), "\n";
}
$server->cancel();
// SoapClient keeps its connections to the end of the request, so what serves them would wait for more.
foreach ($serving as $coroutine) $coroutine->cancel();
--EXPECT--
each its own answers
30 warnings
cancelled, then B and A
