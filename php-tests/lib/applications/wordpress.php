<?php
/**
 * WordPress of Debian's package, installed into a MariaDB of the harness: its pages from a server without the extension and from one with
 * it, a page with coroutines, and four hundred requests, which have to leave nothing behind.
 */

require_once __DIR__ . '/../web.php';
require_once __DIR__ . '/../services.php';
require_once __DIR__ . '/../database.php';

const WORDPRESS = '/usr/share/wordpress';
const WORDPRESS_PAGES = [
    '/', '/hello-world/', '/post-3/', '/?s=text', '/feed/', '/comments/feed/', '/no-such-page/', '/wp-login.php', '/wp-json/wp/v2/posts',
    '/wp-json/wp/v2/posts/1', '/wp-json/', '/xmlrpc.php', '/robots.txt', '/wp-sitemap.xml',
];
const WORDPRESS_ADMINISTRATION = [
    '/wp-admin/', '/wp-admin/edit.php', '/wp-admin/edit.php?post_type=page', '/wp-admin/edit-tags.php?taxonomy=category',
    '/wp-admin/upload.php', '/wp-admin/users.php', '/wp-admin/options-reading.php', '/wp-admin/options-permalink.php',
    '/wp-admin/plugins.php', '/wp-admin/themes.php',
];

const WORDPRESS_EXTENSIONS = [
    'ctype', 'iconv', 'tokenizer', 'mbstring', 'xml', 'simplexml', 'dom', 'xmlreader', 'curl', 'mysqlnd', 'mysqli', 'gd',
];

function missing_for_wordpress(string $kind): ?string
{
    if (!getenv('TEST_APPLICATIONS')) {
        return 'takes long (make test-applications)';
    }
    if (!is_file(WORDPRESS . '/wp-load.php')) {
        return 'there is no ' . WORDPRESS . '/wp-load.php';
    }
    if (!glob('/var/lib/wordpress/wp-content/themes/*/style.css')) {
        return 'WordPress has no theme';
    }
    foreach (['opcache', 'xdebug', 'apcu'] as $extension) {
        if (!shared_extensions($extension)) {
            return "there is no extension $extension";
        }
    }
    return missing_web_server($kind) ?? missing_for('mysqli', 'nginx') ?? MariaDbServer::missing();
}

/** The program of the package in a directory of its own, with a configuration for this database. */
function wordpress_site(MariaDbServer $database): string
{
    $site = temporary_directory() . '/site';
    exec('cp -a ' . WORDPRESS . " $site && cp -aL /var/lib/wordpress/wp-content $site && rm $site/wp-config.php", $output, $status);
    $status === 0 || throw new RuntimeException('WordPress cannot be copied');
    $keys = '';
    foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
        $keys .= "define('{$name}_KEY', 'key of $name');\ndefine('{$name}_SALT', 'salt of $name');\n";
    }
    file_put_contents("$site/wp-config.php", <<<END
        <?php
        define('DB_NAME', 'wordpress');
        define('DB_USER', '$database->user');
        define('DB_PASSWORD', '');
        define('DB_HOST', '127.0.0.1:$database->port');
        define('DB_CHARSET', 'utf8mb4');
        $keys
        define('WP_HOME', 'http://site.test');
        define('WP_SITEURL', 'http://site.test');
        // Nothing from outside, nothing on the side: pages are the same each time.
        define('WP_HTTP_BLOCK_EXTERNAL', true);
        define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
        define('DISABLE_WP_CRON', true);
        define('AUTOMATIC_UPDATER_DISABLED', true);
        \$table_prefix = 'wp_';
        defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
        require ABSPATH . 'wp-settings.php';
        END);
    (new PDO($database->dsn(), $database->user, ''))->exec('CREATE DATABASE wordpress');
    $options = web_options(WORDPRESS_EXTENSIONS, ['display_errors' => 1], false);
    $command = implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', ...$options, __DIR__ . '/wordpress/install.php', $site]));
    exec("$command 2>&1", $said, $status);
    $status === 0 && !$said || throw new RuntimeException("WordPress cannot be installed ($status):\n" . implode("\n", $said));
    copy(__DIR__ . '/wordpress/page.php', "$site/page.php");
    return $site;
}

/** The header that says who is logged in. */
function wordpress_login(WebSite $site): string
{
    [$status, $headers] = $site->get('/wp-login.php', ['Cookie: wordpress_test_cookie=WP%20Cookie%20check'],
        'log=admin&pwd=secret&wp-submit=Log+In&testcookie=1');
    preg_match_all('~^Set-Cookie: ([^=;]+=[^;]+)~mi', implode("\n", $headers), $m);
    return $status === 302 ? 'Cookie: ' . implode('; ', $m[1]) : throw new RuntimeException("the login was answered with $status");
}

/** @param array<string, string|int> $ini what is loaded together with it */
function serve_wordpress(string $kind, array $ini): void
{
    $database = MariaDbServer::start();
    $directory = wordpress_site($database);
    $http = start_nginx('location / { default_type text/plain; return 200 "answer of $uri"; }');
    $path = fn(string $how, TestServer|MariaDbServer $http, TestServer|MariaDbServer $database) =>
        '/page.php?' . http_build_query(['how' => $how, 'http' => $http->port, 'database' => $database->port]);

    $ini += ['memory_limit' => '256M', 'apc.enable_cli' => 1, 'opcache.enable_cli' => 1];
    $extensions = [...WORDPRESS_EXTENSIONS, 'apcu'];
    $stock = WebSite::start($kind, $directory, web_options($extensions, $ini, false));
    $loaded = WebSite::start($kind, $directory, web_options($extensions, $ini));

    $user = [wordpress_login($stock)];
    $expected = [];
    foreach (['pages' => [WORDPRESS_PAGES, []], 'administration' => [WORDPRESS_ADMINISTRATION, $user]] as $name => [$paths, $headers]) {
        // The first visit leaves marks in the database.
        $stock->get_all($paths, 1, $headers);
        $expected[$name] = array_map(without_time(...), $stock->get_all($paths, 1, $headers));
        $got = array_map(without_time(...), $loaded->get_all($paths, 1, $headers));
        $different = array_filter($paths, fn(int $number) => $got[$number] !== $expected[$name][$number], ARRAY_FILTER_USE_KEY);
        $result = $different ? implode(' ', $different) . ' differ' : 'the same';
        echo "$name: ", implode(' ', array_column($expected[$name], 0)), ", $result\n";
        foreach ($different as $number => $page) {
            show_difference($page, $expected[$name][$number], $got[$number]);
        }
    }
    login_again($loaded);

    $slow = [start_holding_proxy($http->port, 3), start_holding_proxy($database->port, 3)];
    $together = [start_holding_proxy($http->port, 5_000, 5), start_holding_proxy($database->port, 5_000, 5)];
    $page = $stock->get($path('plain', ...$slow));
    echo "$page[0]\n$page[2]";
    foreach (['loaded' => $path('plain', ...$slow), 'coroutines' => $path('coroutines', ...$together)] as $how => $asked) {
        $answer = $loaded->get($asked);
        echo "$how: ", $answer === $page ? 'the same' : "not the same:\n$answer[2]", "\n";
    }
    [$most, $most_before] = [array_map(most_at_once(...), $together), array_map(most_at_once(...), $slow)];
    echo 'at once: ', implode(' ', $most), ' instead of ', implode(' ', $most_before), "\n";

    $requests = function (int $count) use ($loaded, $path, $slow, $page, $expected): int {
        $paths = $wanted = [];
        foreach (range(1, $count) as $number) {
            $own = $number % 2 === 0;
            $other = intdiv($number, 2) % 5;
            $paths[] = $own ? $path('coroutines', ...$slow) : WORDPRESS_PAGES[$other];
            $wanted[] = $own ? without_time($page) : $expected['pages'][$other];
        }
        $answers = array_map(without_time(...), $loaded->get_all($paths, 2));
        return count(array_filter(array_map(fn(array $answer, array $one) => $answer === $one, $answers, $wanted)));
    };
    $good = $requests(160);
    $before = $loaded->use();
    $good += $requests(240);
    echo "$good requests of 400, ", growth($before, $loaded->use(), 512), "\n";
    echo $loaded->trouble();
}

/** Logging in writes, and sends cookies that differ each time. */
function login_again(WebSite $site): void
{
    $header = wordpress_login($site);
    echo 'login: ', preg_match_all('~wordpress_(logged_in_)?[0-9a-f]{32}=admin~', $header), ' cookies, administration ',
        $site->get('/wp-admin/', [$header])[0], "\n";
}

/** Pages of the administration tell the time, also as a number of seconds. */
function without_time(array $answer): array
{
    $time = '~\b1[789]\d{8}\b|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d|\d+ (second|min)s?\b~';
    return [$answer[0], preg_replace($time, 'TIME', $answer[1]), preg_replace($time, 'TIME', $answer[2])];
}

function show_difference(string $page, array $expected, array $got): void
{
    $lines = fn(array $answer) => [$answer[0], ...$answer[1], ...explode("\n", $answer[2])];
    foreach (array_slice(array_diff_assoc($lines($got), $lines($expected)), 0, 5, true) as $number => $line) {
        $other = $lines($expected)[$number] ?? '';
        $from = max(0, strspn($line ^ $other, "\0") - 20);
        echo "  $page, line $number: ", substr($other, $from, 150), ' / ', substr($line, $from, 150), "\n";
    }
}
