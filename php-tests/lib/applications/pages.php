<?php
/**
 * Asks for the pages of page/index.php: of a server without the extension, of one with it, and there in coroutines. The calls of the pages
 * all wait for their answers at one time only in coroutines. Then two hundred requests, two at a time, which have to leave nothing behind.
 */

require_once __DIR__ . '/../web.php';
require_once __DIR__ . '/../services.php';
require_once __DIR__ . '/../database.php';

const PAGES = ['http', 'redis', 'orm'];
/** The calls of a page. */
const CALLS = 6;

function missing_for_page(string $kind): ?string
{
    require_once __DIR__ . '/../packages.php';
    foreach ([
        'GuzzleHttp', 'Predis', 'Twig', 'Doctrine/ORM', 'Doctrine/DBAL', 'Symfony/Component/HttpKernel', 'Symfony/Component/Routing',
        'Symfony/Component/HttpClient', 'Symfony/Component/Cache',
    ] as $library) {
        if ($why = missing_package("$library/autoload.php")) {
            return $why;
        }
    }
    return missing_web_server($kind) ?? missing_for('pdo_pgsql', 'redis-server') ?? missing_for('curl', 'nginx')
        ?? PostgresServer::missing();
}

function serve(string $kind): void
{
    $opcache = getenv('TEST_OPCACHE_PATH');
    $ini = $opcache ? ['zend_extension' => $opcache, 'opcache.enable_cli' => 1] : [];
    $database = PostgresServer::start();
    $pdo = new PDO($database->dsn(), $database->user, '');
    $pdo->exec("CREATE TABLE item AS SELECT number AS id, 'name ' || number AS name FROM generate_series(1, 10) AS number");
    $servers = [
        'http' => start_nginx('location / { default_type text/plain; return 200 "answer of $uri"; }'),
        'redis' => start_redis(),
        'orm' => $database,
    ];
    // One proxy waits for as many as a page has calls, so nothing has to be quick; the other one gives every call something to wait for.
    $together = array_map(fn($server) => start_holding_proxy($server->port, 3_000, CALLS), $servers);
    $slow = array_map(fn($server) => start_holding_proxy($server->port, 5), $servers);
    $path = fn(string $page, string $how, array $proxies) => "/$page?" . http_build_query(['how' => $how, $page => $proxies[$page]->port]);

    $extensions = ['ctype', 'iconv', 'tokenizer', 'mbstring', 'xml', 'dom', 'curl', 'pdo', 'pdo_pgsql', 'posix'];
    $stock = WebSite::start($kind, __DIR__ . '/page', web_options($extensions, $ini, false));
    $loaded = WebSite::start($kind, __DIR__ . '/page', web_options($extensions, $ini));
    $expected = [];
    foreach (PAGES as $page) {
        $expected[$page] = $stock->get($path($page, 'plain', $slow));
        $answers = [
            'loaded' => $loaded->get($path($page, 'plain', $slow)),
            'coroutines' => $loaded->get($path($page, 'coroutines', $together)),
        ];
        echo "$page: {$expected[$page][0]}, ", substr_count($expected[$page][2], '<p>'), ' calls';
        foreach ($answers as $how => $answer) {
            echo ", $how ", $answer === $expected[$page] ? 'the same' : 'not the same: ' . json_encode([$expected[$page], $answer]);
        }
        printf(", %d instead of %d at once\n", most_at_once($together[$page]), most_at_once($slow[$page]));
    }

    $requests = function (int $count) use ($loaded, $path, $slow, $expected): int {
        $pages = array_map(fn(int $number) => PAGES[$number % count(PAGES)], range(0, $count - 1));
        $answers = $loaded->get_all(array_map(fn(string $page) => $path($page, 'coroutines', $slow), $pages), 2);
        return count(array_filter(array_map(fn(array $answer, string $page) => $answer === $expected[$page], $answers, $pages)));
    };
    $good = $requests(80);
    $before = $loaded->use();
    $good += $requests(120);
    echo "$good requests of 200, ", growth($before, $loaded->use(), 256), "\n";
    echo $loaded->trouble();
}
