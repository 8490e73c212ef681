--TEST--
FW-2, EG-10: a Fiber that waits in a method of SOAP may go on inside another method, in another coroutine, or after its coroutine has ended
--DESCRIPTION--
Rules: io FW-2, io EG-10
Order: independent
--EXTENSIONS--
dom
soap
--FILE--
<?php
use function Async\{await, delay, spawn};

final class Client extends SoapClient
{
    private const ANSWER = '<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">'
        . '<e:Body><x xmlns="urn:x"><return>answer</return></x></e:Body></e:Envelope>';
    public ?Closure $call;

    public function __doRequest($request, $location, $action, $version, $one_way = false): string
    {
        ($this->call)();
        return self::ANSWER;
    }
}
final class Encoded implements JsonSerializable
{
    public function jsonSerialize(): string
    {
        return Fiber::suspend() ?? 'encoded';
    }
}
function ask(Closure $call): string
{
    $client = new Client(null, ['location' => 'http://127.0.0.1/', 'uri' => 'urn:x', 'encoding' => 'ISO-8859-1']);
    $client->call = $call;
    return $client->foo();
}
function start(Closure $call): Fiber
{
    $fiber = new Fiber($call);
    $fiber->start();
    return $fiber;
}
/* Frames and stacks of Fibers that have ended are used by others. */
function use_stacks(): void
{
    $fibers = array_map(fn() => start(fn() => str_repeat('x', 5000) . Fiber::suspend()), range(1, 4));
    delay(1);
    foreach ($fibers as $fiber) {
        $fiber->resume();
    }
}
$waits = fn() => ask(fn() => Fiber::suspend());

$results = [];
$results['a walk ends inside'] = await(spawn(function () {
    $fiber = start(fn() => json_encode(new Encoded));
    $answer = ask($fiber->resume(...));
    $answer .= ', ' . $fiber->getReturn();
    unset($fiber);
    gc_collect_cycles();
    use_stacks();
    return $answer;
}));
$results['a method ends inside'] = await(spawn(function () use ($waits) {
    $fiber = start($waits);
    $answer = ask($fiber->resume(...));
    $answer .= ', ' . $fiber->getReturn();
    unset($fiber);
    gc_collect_cycles();
    use_stacks();
    return $answer . ', ' . ask(fn() => delay(1));
}));
$fiber = null;
$one = spawn(function () use (&$fiber, $waits) {
    $fiber = start($waits);
    delay(20);
    use_stacks();
    return ask(fn() => delay(1));
});
$two = spawn(function () use (&$fiber) {
    delay(10);
    $answer = ask($fiber->resume(...)) . ', ' . $fiber->getReturn();
    $fiber = null;
    gc_collect_cycles();
    use_stacks();
    return $answer . ', ' . ask(fn() => delay(20));
});
$results['in another coroutine'] = await($two) . ', ' . await($one);
await(spawn(function () use (&$fiber, $waits) {
    $fiber = start($waits);
}));
$one = spawn(ask(...), fn() => delay(10));
$two = spawn(function () use (&$fiber) {
    use_stacks();
    $fiber->resume();
    return $fiber->getReturn();
});
$results['after its coroutine'] = await($two) . ', ' . await($one) . ', ' . await(spawn(ask(...), fn() => delay(1)));
$two = spawn(function () use ($waits) {
    $fiber = start($waits);
    delay(5);
    unset($fiber);
    gc_collect_cycles();
    use_stacks();
    return ask(fn() => delay(1));
});
$results['destroyed'] = await($two);
foreach ($results as $name => $result) {
    echo "$name: $result\n";
}
?>
--EXPECT--
a walk ends inside: answer, "encoded"
a method ends inside: answer, answer, answer
in another coroutine: answer, answer, answer, answer
after its coroutine: answer, answer, answer
destroyed: answer
