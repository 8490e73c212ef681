--TEST--
ES-4: a class whose parent, interface or trait is still being loaded is waited for; its own coroutine sees it as in stock PHP
--DESCRIPTION--
Rules: ES-4
Order: independent
--FILE--
<?php
use function Async\{spawn, await, delay, suspend};

$code = [
    // What the parent says about its child has to be checked against the child, which is not linked yet.
    'A' => 'class A extends P implements I { use T; public function make(): A { return $this; } }',
    'P' => 'class P extends Q { public function make(): P|A { return $this; } }',
    'Q' => 'class Q { public function make(): mixed { return $this; } }',
    'I' => 'interface I { public function make(): P|A; }',
    'T' => 'trait T { public function hi() { return static::class; } }',
    'E' => 'enum E: string implements J { case One = "1"; }',
    'J' => 'interface J {}',
];
$loaded = [];
spl_autoload_register(function ($class) use ($code, &$loaded) {
    $loaded[] = $class;
    if ($class === 'Q') echo 'the child exists meanwhile: ', var_export(class_exists('A', false) || class_exists('A'), true), "\n";
    for ($i = 0; $i < 5; $i++) suspend();
    eval($code[$class]);
    for ($i = 0; $i < 5; $i++) suspend();
});
$users = [];
for ($turn = 0; $turn < 40; $turn += 2) {
    $users[] = spawn(function () use ($turn) {
        for ($i = 0; $i < $turn; $i++) suspend();
        return (new A)->make()->hi() . E::from('1')->name;
    });
}
$answers = [];
foreach ($users as $user) $answers[] = await($user);
echo implode(' ', array_unique($answers)), "\n";
sort($loaded);
echo implode(' ', $loaded), "\n";
echo implode(' ', array_intersect(get_declared_classes(), ['A', 'P', 'Q', 'E'])) !== '' ? "declared\n" : "?\n";
--EXPECT--
the child exists meanwhile: false
AOne
A E I J P Q T
declared
