--TEST--
With futures as items every position of the array wakes the waiter
--DESCRIPTION--
Rules: AA-48, FU-20
Order: independent
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\{await, await_all, await_any_of, await_any_or_fail, await_first_success, spawn, suspend};

foreach (range(0, 4) as $winner) {
    $states = array_map(fn() => new FutureState(), range(0, 4));
    $futures = array_map(fn($s) => new Future($s), $states);
    $waiter = spawn(fn() => await_any_or_fail($futures));
    while (!$waiter->getAwaitingInfo()) suspend();
    $states[$winner]->complete("winner $winner");
    echo await($waiter), "\n";
    foreach ($futures as $f) $f->ignore();
}
$states = array_map(fn() => new FutureState(), range(0, 3));
$futures = array_map(fn($s) => new Future($s), $states);
$all = spawn(fn() => await_all($futures));
$some = spawn(fn() => await_any_of(2, $futures));
$first = spawn(fn() => await_first_success($futures));
while (!$all->getAwaitingInfo() || !$some->getAwaitingInfo() || !$first->getAwaitingInfo()) suspend();
$states[3]->error(new LogicException('three'));
$states[1]->complete('one');
$states[0]->complete('zero');
$states[2]->complete('two');
[$values, $errors] = await($all);
echo implode(' ', $values), ' / ', implode(' ', array_map(fn($e) => $e->getMessage(), $errors)), "\n";
[$values, $errors] = await($some);
echo count($values) >= 2 ? 'enough' : 'too few', ' / ', count($errors), "\n";
[$value, $errors] = await($first);
echo $value, ' / ', count($errors), "\n";
// The same future several times.
$f = Future::completed('same');
echo implode(' ', await_all([$f, $f, 'key' => $f])[0]), "\n";
--EXPECT--
winner 0
winner 1
winner 2
winner 3
winner 4
zero one two / three
enough / 1
one / 1
same same same
