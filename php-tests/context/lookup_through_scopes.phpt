--TEST--
CX-7, CX-10, CX-11, CX-12, CX-14: look-up follows the scopes; own values hide those above; a context outlives its scope
--DESCRIPTION--
Rules: CX-7, CX-8, CX-10, CX-11, CX-12, CX-14
Order: independent
--FILE--
<?php
use function Async\{current_context, iterate, spawn, suspend};

current_context()->set('k', 'main')->set('only main', 1);
$kept = null;
iterate([1], function () use (&$kept) {
    // The callback of iterate() runs in a child scope; the one in between never has a context.
    iterate([1], function () use (&$kept) {
        $c = $kept = current_context();
        var_dump($c->get('k'), $c->has('k'), $c->hasLocal('k'), $c->findLocal('k'));
        $c->set('k', 'inner');
        var_dump($c->get('k'), $c->find('only main'));
        $c->unset('k');
        var_dump($c->get('k'));
        $c->set('k', 'inner again');
    });
});
for ($i = 0; $i < 5; $i++) suspend();
var_dump(current_context()->get('k'), $kept->get('k'), $kept->has('only main'), $kept->unset('k')->find('k'));
--EXPECT--
string(4) "main"
bool(true)
bool(false)
NULL
string(5) "inner"
int(1)
string(4) "main"
string(4) "main"
string(11) "inner again"
bool(false)
NULL
