--TEST--
CX-11, CX-12: the destructor of a value that is replaced or removed may use the context
--DESCRIPTION--
Rules: CX-6, CX-11, CX-12
Order: independent
--FILE--
<?php
use Async\Context;

final class Last
{
    public function __construct(private Context $context, private Closure $act) {}
    public function __destruct() { ($this->act)($this->context); }
}

$c = new Context;
$o = new stdClass;
foreach (['string' => 'k', 'object' => $o] as $kind => $key) {
    // The new value stands already, and no freed array is to be had.
    $c->set($key, [new Last($c, function (Context $c) use ($key) { echo 'seen: '; var_dump($c->find($key)); })]);
    $c->set($key, "$kind replaced", true);
    var_dump($c->get($key));

    // The tables grow, and so move, meanwhile.
    $held = [];
    $c->set($key, new Last($c, function (Context $c) use ($kind, &$held) {
        for ($i = 0; $i < 1000; $i++) {
            $c->set($kind === 'object' ? $held[] = new stdClass : "k$i", $i);
        }
    }), true);
    $c->set($key, "$kind grown", true);
    var_dump($c->get($key));

    // What the destructor sets under the same key stays, and keeps the key.
    $c->set($key, new Last($c, fn(Context $c) => $c->set($key, "$kind again")), true);
    $c->unset($key);
    var_dump($c->find($key));
}
$key = new stdClass;
$weak = WeakReference::create($key);
$act = function (Context $c) use ($weak) { $c->set($weak->get(), 'again'); };
$c->set($key, new Last($c, $act));
$c->unset($key);
unset($key);
var_dump($weak->get() !== null && $c->get($weak->get()) === 'again');
--EXPECT--
seen: string(15) "string replaced"
string(15) "string replaced"
string(12) "string grown"
string(12) "string again"
seen: string(15) "object replaced"
string(15) "object replaced"
string(12) "object grown"
string(12) "object again"
bool(true)
