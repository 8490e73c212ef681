--TEST--
With opcache, its JIT, Xdebug and APCu loaded beside the extension, libraries in coroutines give what they give in stock PHP
--DESCRIPTION--
Rules: io SF-12, io CU-1, io CU-2, io ST-1
--EXTENSIONS--
curl
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
require __DIR__ . '/../lib/packages.php';
foreach (['GuzzleHttp', 'Symfony/Component/HttpClient', 'Predis', 'Twig', 'Monolog'] as $library) {
    if ($why = missing_package("$library/autoload.php")) die("skip $why");
}
foreach (['opcache', 'xdebug', 'apcu'] as $extension) {
    if ($why = missing_for($extension, 'nginx') ?? missing_for($extension, 'redis-server')) die("skip $why");
}
if (getenv('TEST_UNDER')) die('skip its children would take too long');
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$nginx = start_nginx('location / { default_type text/plain; return 200 "answer of $uri"; }');
$redis = start_redis();
$directory = temporary_directory();
$extensions = shared_extensions('ctype', 'iconv', 'mbstring', 'tokenizer', 'curl');

/** Coroutines get answers when six wait for one: a scene that has them wait one after the other takes too long. */
$run = function (string $how, array $ini, bool $loaded) use ($nginx, $redis, $directory) {
    $proxies = [];
    foreach ([$nginx, $redis] as $server) {
        $proxies[] = $how === 'plain' ? start_holding_proxy($server->port, 1) : start_holding_proxy($server->port, 60_000, 6);
    }
    $arguments = [$how, $proxies[0]->port, $proxies[1]->port, $directory];
    $child = child_php(__DIR__ . '/../lib/applications/scenes.php', $ini, $loaded, $arguments, 30);
    $said = json_decode($child['out'], true) ?? die("$child[out]\n");
    return $said + ['status' => $child['status'], 'most' => array_map(fn($proxy) => min(6, most_at_once($proxy)), $proxies)];
};

$stock = $run('plain', ['extension' => $extensions], false);
printf("stock: %d scenes, status %d, at once: %s\n", count($stock['results']), $stock['status'], implode(', ', $stock['most']));

$more = ['extension' => [...$extensions, 'apcu'], 'apc.enable_cli' => 1, 'opcache.enable_cli' => 1];
// It compiles what runs twice.
$jit = ['opcache.jit' => 'tracing', 'opcache.jit_buffer_size' => '64M', 'opcache.jit_hot_loop' => 2, 'opcache.jit_hot_func' => 2,
    'opcache.jit_hot_return' => 2, 'opcache.jit_hot_side_exit' => 1];
foreach ([
    'JIT' => $more + $jit + ['zend_extension' => 'opcache'],
    'Xdebug' => $more + ['zend_extension' => ['opcache', 'xdebug'], 'xdebug.mode' => 'develop'],
] as $name => $ini) {
    foreach (['plain', 'coroutines'] as $how) {
        $said = $run($how, $ini, true);
        $different = array_keys(array_filter($stock['results'], fn($result, $scene) => $said['results'][$scene] !== $result,
            ARRAY_FILTER_USE_BOTH));
        echo "$name, $how: ", json_encode(array_intersect_key($said, ['opcache' => 0, 'jit' => 0, 'xdebug' => 0, 'apcu' => 0])),
            ', ', $different ? 'not the same: ' . implode(', ', $different) : 'the same', ", status $said[status], at once: ",
            implode(', ', $said['most']), "\n";
        foreach ($different as $scene) {
            echo json_encode([$scene, $stock['results'][$scene], $said['results'][$scene]]), "\n";
        }
    }
}
--EXPECT--
stock: 8 scenes, status 0, at once: 2, 1
JIT, plain: {"opcache":true,"jit":true,"xdebug":[],"apcu":true}, the same, status 0, at once: 2, 1
JIT, coroutines: {"opcache":true,"jit":true,"xdebug":[],"apcu":true}, the same, status 0, at once: 6, 6
Xdebug, plain: {"opcache":true,"jit":false,"xdebug":["develop"],"apcu":true}, the same, status 0, at once: 2, 1
Xdebug, coroutines: {"opcache":true,"jit":false,"xdebug":["develop"],"apcu":true}, the same, status 0, at once: 6, 6
