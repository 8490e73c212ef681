--TEST--
FW-2: SOAP clients work at once, each with its own encoding, version, class map and type map, also when its callbacks suspend
--DESCRIPTION--
Rules: io FW-2, io EG-7
Order: dependent
--EXTENSIONS--
soap
--INI--
soap.wsdl_cache_enabled=0
--FILE--
<?php
require __DIR__ . '/../lib/soap.php';
use function Async\{spawn, await, delay, suspend};

class One { public $text; public $version; }
class Two extends One {}
final class Own extends SoapClient
{
    public function __doRequest(string $request, string $location, string $action, int $version, bool $oneWay = false): ?string
    {
        suspend();
        $answer = parent::__doRequest($request, $location, $action, $version, $oneWay);
        delay(1);
        return $answer;
    }
}
$server = start_soap_server(6);
$from_xml = function (string $xml) {
    delay(2);
    return 'from_xml ' . bin2hex(strip_tags($xml));
};
$file = soap_description();
$kinds = [
    ["\xe9 1", ['encoding' => 'ISO-8859-1', 'classmap' => ['Thing' => 'One']], null, $file],
    ["\u{e9} 2", ['encoding' => 'UTF-8', 'classmap' => ['Thing' => 'Two'], 'soap_version' => SOAP_1_2], null, $file],
    ["\u{e9} 3", ['soap_version' => SOAP_1_2, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]],
    ["\xe9 4", ['encoding' => 'ISO-8859-1', 'typemap' => [['type_ns' => 'urn:t', 'type_name' => 'Thing', 'from_xml' => $from_xml]]]],
    ["\xe9 5", ['encoding' => 'ISO-8859-1', 'classmap' => ['Thing' => 'Two']], Own::class, $file],
    ["\u{e9} 6", [], Own::class],
];
$call = function (int $kind, int $i) use ($kinds, $server) {
    [$text, $options, $class, $file] = $kinds[$kind] + [2 => null, 3 => null];
    return soap_answer(soap_client($server, 'd=0.0' . ($i * 7 + $kind) % 5, $options, $class, $file)->echo($text));
};
foreach (array_keys($kinds) as $kind) {
    echo $expected[] = $call($kind, 0), "\n";
}
for ($i = 0; $i < 5; $i++) {
    foreach (array_keys($kinds) as $kind) $calls[] = [$kind, spawn($call, $kind, $i)];
}
foreach ($calls as [$kind, $coroutine]) {
    if (($answer = await($coroutine)) !== $expected[$kind]) echo "$kind got $answer\n";
}
echo file_get_contents($server->url('/?most')) > 1 ? "at once\n" : "one by one\n";
unlink($file);
$server->stop();
--EXPECT--
One e92031 1.1
Two c3a92032 1.2
stdClass c3a92033 1.2
'from_xml c3a92034312e31'
Two e92035 1.1
stdClass c3a92036 1.1
at once
