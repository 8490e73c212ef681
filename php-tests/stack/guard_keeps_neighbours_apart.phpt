--TEST--
D2: whatever the size of the last frames, C code that runs over its stack never reaches another coroutine's memory
--DESCRIPTION--
Rules: FW-6
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
// The comparison leaves the end of the stack at many different places; what it calls there has frames of many KiB.
$code = <<<'PHP'
<?php
use function Async\{await, spawn, suspend};
class Big { function __toString(): string { readfile('data:,' . str_repeat('Z', 600)); return 'x'; } }
$victim = spawn(function () { $d = ['x' => str_repeat('v', 20)]; suspend(); suspend(); return $d['x']; });
$b = spawn(function () {
    ob_start();
    suspend();
    for ($i = 0, $v = new Big, $w = 'x'; $i < (int) $GLOBALS['argv'][1]; $i++) { $v = [$v]; $w = [$w]; }
    $v == $w;
    ob_end_clean();
});
await($b);
echo await($victim) === str_repeat('v', 20) ? 'fine' : 'corrupt';
PHP;
$file = tempnam(sys_get_temp_dir(), 'neighbour');
file_put_contents($file, $code);
$seen = [];
for ($depth = 200; $depth < 1800; $depth += 64) {
    $result = child_php($file, ['fiber.stack_size' => '200K'], args: ["$depth"]);
    // Since 8.4.27 PHP itself looks at the limit of the stack in a comparison.
    $ok = $result['status'] === 0 && $result['out'] === 'fine' ? 'fine'
        : ($result['status'] === 255 && preg_match('~Stack overflow|Maximum call stack size~', $result['out']) ? 'stopped' : null);
    if (!$ok) {
        echo "$depth: {$result['status']} {$result['out']}\n";
    }
    $seen[$ok] = true;
}
unlink($file);
echo implode(' ', array_keys($seen)), "\n";
?>
--EXPECT--
fine stopped
