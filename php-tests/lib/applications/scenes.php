<?php
/**
 * Small scenes with libraries, run by php-tests/applications/loaded_together.phpt in a process of their own:
 *
 *     php scenes.php plain|coroutines HTTP-PORT REDIS-PORT DIRECTORY
 *
 * The servers answer when CALLS of a scene wait, or after some time. Prints what each scene gives, as JSON.
 */

const CALLS = 6;

[, $how, $http, $redis, $directory] = $argv;
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
set_include_path('/usr/share/php');
foreach (['GuzzleHttp', 'Symfony/Component/HttpClient', 'Predis', 'Twig', 'Monolog'] as $library) {
    require_once "$library/autoload.php";
}

$url = "http://127.0.0.1:$http";
$wait = fn(string $path): string => file_get_contents("$url/$path");
$guzzle = new GuzzleHttp\Client(['base_uri' => $url]);
$curl = new Symfony\Component\HttpClient\CurlHttpClient;
$native = new Symfony\Component\HttpClient\NativeHttpClient;
$twig = new Twig\Environment(new Twig\Loader\ArrayLoader([
    'page' => '{% for n in 1..100 %}{{ n * number }},{% endfor %}{{ wait(number) }} {{ include("part") }}',
    'part' => '<{{ wait("part") }} {{ number }}>',
]), ['cache' => "$directory/twig-" . getmypid()]);
$twig->addFunction(new Twig\TwigFunction('wait', $wait));
$logger = new Monolog\Logger('scene');
$logger->pushHandler((new Monolog\Handler\StreamHandler("$directory/log-" . getmypid()))->setFormatter(
    new Monolog\Formatter\LineFormatter("%message% %context% %extra%\n")));
// Its count of calls inside of each other does not tell coroutines apart, only Fibers.
$logger->useLoggingLoopDetection(false);
$logger->pushProcessor(function ($record) use ($wait) {
    $record['extra']['answer'] = $wait('log');
    return $record;
});

$scenes = [
    'guzzle' => fn($number) => (string) $guzzle->get("/guzzle/$number")->getBody(),
    'promises' => fn($number) => array_map(fn($answer) => (string) $answer->getBody(), GuzzleHttp\Promise\Utils::unwrap([
        $guzzle->getAsync("/first/$number"), $guzzle->getAsync("/second/$number"),
    ])),
    'curl' => fn($number) => $curl->request('GET', "$url/curl/$number")->getContent(),
    'native' => fn($number) => $native->request('GET', "$url/native/$number")->getContent(),
    'predis' => function ($number) use ($redis) {
        $client = new Predis\Client(['host' => '127.0.0.1', 'port' => $redis]);
        // No pipeline: it is written in parts, and the proxy would answer some of them.
        $client->mset(["first$number" => str_repeat('x', $number), "second$number" => 'text']);
        return $client->mget(["first$number", "second$number", 'none']);
    },
    'twig' => fn($number) => $twig->render('page', ['number' => $number]),
    'monolog' => function ($number) use ($logger, $directory) {
        $logger->info("line $number", ['number' => $number]);
        return count(preg_grep("~^line $number ~", file("$directory/log-" . getmypid())));
    },
    'apcu' => function ($number) use ($wait) {
        if (!function_exists('apcu_store')) return "apcu $number answer of /apcu/$number";
        apcu_store("key$number", "apcu $number");
        $answer = $wait("apcu/$number");
        return apcu_fetch("key$number") . " $answer";
    },
];

$results = [];
foreach ($scenes as $name => $scene) {
    // Often enough to be compiled, by a JIT that does so early.
    foreach (range(1, 4) as $round) {
        $results[$name][] = $how === 'plain' ? array_map($scene, range(1, CALLS))
            : array_map(Async\await(...), array_map(fn($number) => Async\spawn($scene, $number), range(1, CALLS)));
    }
}
$opcache = function_exists('opcache_get_status') ? opcache_get_status(false) : [];
$jit = $opcache['jit'] ?? ['on' => false];
echo json_encode([
    'opcache' => $opcache['opcache_enabled'] ?? false,
    'jit' => $jit['on'] && $jit['buffer_free'] < $jit['buffer_size'],
    'xdebug' => function_exists('xdebug_info') ? xdebug_info('mode') : [],
    'apcu' => function_exists('apcu_enabled') && apcu_enabled(),
    'results' => $results,
]);
