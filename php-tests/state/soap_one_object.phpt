--TEST--
FW-2: calls of several coroutines on one SOAP client, or one server, run one by one; what it only tells does not wait
--DESCRIPTION--
Rules: io FW-2, DB-2
Order: dependent
--EXTENSIONS--
soap
--FILE--
<?php
require __DIR__ . '/../lib/soap.php';
use function Async\{spawn, await, delay, suspend};

$server = start_soap_server();
$ended = 0;
$client = soap_client($server, 'd=0.01', ['trace' => true]);
foreach (range(1, 4) as $i) {
    $calls[] = spawn(function () use ($client, $i, &$ended) {
        $text = $client->echo("text $i")->text;
        $ended++;
        return "$text " . (str_contains($client->__getLastRequest(), "text $i") ? 'requested' : 'another') . "\n";
    });
}
suspend();
echo $client->__getCookies() === [] && $ended === 0 ? "told\n" : "waited\n";
foreach ($calls as $call) echo await($call);
echo (int) file_get_contents($server->url('/?most')), " at once\n";

$inside = 0;
function operation($text)
{
    global $inside;
    if ($inside++) echo "two at once\n";
    suspend();
    $inside--;
    return "answer $text";
}
$one = new SoapServer(null, ['uri' => 'urn:s']);
$one->addFunction('operation');
$handle = function ($text) use ($one) {
    ob_start();
    $one->handle('<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><operation><p>' . $text
        . '</p></operation></e:Body></e:Envelope>');
    return preg_match('~answer \w+~', ob_get_clean(), $match) ? $match[0] : 'no answer';
};
foreach (['a', 'b', 'c'] as $text) $handled[] = spawn($handle, $text);
foreach ($handled as $one_of_them) echo await($one_of_them), "\n";
// Cancelled while it waits for its turn.
$first = spawn(fn() => $client->echo('first')->text);
$second = spawn(fn() => $client->echo('second')->text);
suspend();
$second->cancel();
echo await($first), "\n";
try {
    await($second);
} catch (Async\AsyncCancellation) {
    echo "cancelled\n";
}
echo $client->echo('third')->text, "\n";
$server->stop();
--EXPECT--
told
text 1 requested
text 2 requested
text 3 requested
text 4 requested
1 at once
answer a
answer b
answer c
first
cancelled
third
