--TEST--
DN-2: gethostbyname() and gethostbynamel() of a host with hundreds of addresses give what stock PHP gives, also several at once
--DESCRIPTION--
Rules: DN-2, DN-3
Order: independent
--SKIPIF--
<?php
exec('unshare -m sh -c "mount --bind /etc/hosts /etc/hosts" 2>&1', $out, $status);
if ($status !== 0) die('skip mounts are not permitted');
if (!preg_match('/^hosts:\s+files\b/m', (string) @file_get_contents('/etc/nsswitch.conf'))
    && is_file('/etc/nsswitch.conf')) die('skip hosts do not come from /etc/hosts first');
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// A namespace with another list of hosts.
$hosts = tempnam(sys_get_temp_dir(), 'hosts');
$script = tempnam(sys_get_temp_dir(), 'names');
$lines = [];
foreach ([3, 40, 700] as $count) {
    for ($i = 0; $i < $count; $i++) $lines[] = '10.' . ($count % 256) . '.' . intdiv($i, 250) . '.' . ($i % 250 + 1) . " many$count.test";
}
file_put_contents($hosts, implode("\n", $lines) . "\n");
chmod($hosts, 0644);
file_put_contents($script, <<<'PHP'
    <?php
    $names = ['many3.test', 'many700.test', 'many40.test'];
    $look = fn($name) => [gethostbyname($name), gethostbynamel($name)];
    $stock = array_map($look, $names);
    if (!extension_loaded('true_async')) {
        echo serialize($stock);
        return;
    }
    $results = [];
    foreach (range(0, 11) as $n) {
        $coroutines[$n] = Async\spawn($look, $names[$n % 3]);
    }
    foreach ($coroutines as $n => $coroutine) {
        if (Async\await($coroutine) !== $stock[$n % 3]) echo "wrong: $n\n";
    }
    echo serialize($stock);
    PHP);
function run_with(array $options): string
{
    global $hosts, $script;
    $command = implode(' ', array_map('escapeshellarg', [PHP_BINARY, '-n', ...$options, $script]));
    return shell_exec('RESOLV_MULTI=on unshare -m sh -c ' . escapeshellarg("mount --bind $hosts /etc/hosts && exec $command") . ' 2>&1');
}
$ini = [];
foreach (ini_get_all('true_async', false) as $name => $value) array_push($ini, '-d', "$name=$value");
$stock = run_with([]);
echo implode(' ', array_map(fn($one) => count($one[1]), unserialize($stock))), "\n";
var_dump(run_with(['-d', 'extension=' . true_async_module(), ...$ini]) === $stock);
unlink($hosts);
unlink($script);
--EXPECT--
3 700 40
bool(true)
