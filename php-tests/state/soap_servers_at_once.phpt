--TEST--
FW-2: SOAP servers in several coroutines work at once, each in its own encoding and version, also when what they serve asks others
--DESCRIPTION--
Rules: io FW-2, io EG-7
Order: dependent
--EXTENSIONS--
soap
--FILE--
<?php
require __DIR__ . '/../lib/soap.php';
use function Async\{spawn, await, suspend};

$server = start_soap_server();
$inside = $most = 0;
function operation($text)
{
    global $server, $inside, $most;
    $most = max($most, ++$inside);
    for ($i = 0; $i < 3; $i++) suspend();
    $inside--;
    if (str_contains($text, 'fault')) throw new SoapFault('Server', $text);
    if (str_contains($text, 'ask')) $text .= ' ' . soap_client($server, 'd=0.01', ['encoding' => 'ISO-8859-1'])->echo("\xe9")->text;
    return $text;
}
$serve = function (string $text, string $version, array $options) {
    $soap = new SoapServer(null, ['uri' => 'urn:s'] + $options);
    $soap->addFunction('operation');
    ob_start();
    $soap->handle("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><e:Envelope xmlns:e=\"$version\">"
        . "<e:Body><operation><p>$text</p></operation></e:Body></e:Envelope>");
    $answer = ob_get_clean();
    preg_match('~="(http[^"]*envelope/?)".*>([^<]*\xe9[^<]*|[^<]*\xc3\xa9[^<]*)<~s', $answer, $match);
    return isset($match[2]) ? "$match[1] " . bin2hex($match[2]) : $answer;
};
[$old, $new] = ['http://schemas.xmlsoap.org/soap/envelope/', 'http://www.w3.org/2003/05/soap-envelope'];
$kinds = [
    ["\xe9 1", $old, ['encoding' => 'ISO-8859-1']],
    ["\xe9 2", $new, []],
    ["ask \xe9", $old, ['encoding' => 'ISO-8859-1']],
    ["fault \xe9", $old, []],
    ["ask \xe9", $new, ['soap_version' => SOAP_1_2, 'encoding' => 'ISO-8859-1']],
];
foreach ($kinds as $kind) echo strtr($alone[] = $serve(...$kind), [$old => 'old', $new => 'new']), "\n";
[$inside, $most] = [0, 0];
foreach ([...$kinds, ...$kinds] as $i => $kind) $coroutines[$i] = spawn($serve, ...$kind);
foreach ($coroutines as $i => $coroutine) {
    if (($answer = await($coroutine)) !== $alone[$i % count($kinds)]) echo "$i got $answer\n";
}
echo $most > 1 ? "at once\n" : "one by one\n";
$server->stop();
--EXPECT--
old c3a92031
new c3a92032
old 61736b20c3a920c3a9
old 6661756c7420c3a9
new 61736b20c3a920c3a9
at once
