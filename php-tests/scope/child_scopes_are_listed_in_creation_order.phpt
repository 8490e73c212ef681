--TEST--
SC-6, SC-7: getChildScopes() lists direct children whose object lives, in creation order
--DESCRIPTION--
Rules: SC-6, SC-7
Order: independent
--FILE--
<?php
use Async\Scope;

$p = new Scope;
$children = [];
foreach (range('a', 'h') as $name) { $children[$name] = Scope::inherit($p); }
$grandchild = Scope::inherit($children['c']);
$names = function () use ($p, &$children) { return implode(array_map(fn($s) => array_search($s, $children, true), $p->getChildScopes())); };
echo $names(), "\n";
unset($children['a'], $children['d']);
echo $names(), "\n";
$children['i'] = Scope::inherit($p);
unset($children['h']);
echo $names(), "\n";
var_dump($children['c']->getChildScopes() === [$grandchild], $grandchild->getChildScopes());
--EXPECT--
abcdefgh
bcefgh
bcefgi
bool(true)
array(0) {
}
