<?php

declare(strict_types=1);

/*
 * Servers of web pages for tests: PHP's own (`php -S`) and PHP-FPM behind nginx, with two processes that serve. A page is the file
 * index.php of a directory; requests for what is no file go to it, too. Both PHPs read no ini file.
 *
 *     if ($why = missing_web_server('php-fpm')) die("skip $why");
 *     $site = WebSite::start('php-fpm', $directory, web_options(['curl'], ['opcache.enable' => 1]));
 *     [$status, $headers, $body] = $site->get('/');
 */

require_once __DIR__ . '/child.php';
require_once __DIR__ . '/server.php';

/** Why such a server cannot run here, or null. */
function missing_web_server(string $kind): ?string
{
    if (getenv('TEST_UNDER')) {
        return 'web servers run on their own, not under ' . basename(getenv('TEST_UNDER'));
    }
    if (!extension_loaded('curl')) {
        return 'the client needs the extension curl';
    }
    try {
        $kind === 'php-fpm' && [find_program('nginx'), fpm_program()];
        return null;
    } catch (RuntimeException $e) {
        return $e->getMessage();
    }
}

/** PHP-FPM of the build that runs this: it has to load the same extensions. */
function fpm_program(): string
{
    $name = sprintf('php-fpm%d.%d', PHP_MAJOR_VERSION, PHP_MINOR_VERSION);
    $program = find_program($name);
    $build = fn(string $php) => preg_match('~API\d+(,\w+)+~', (string) shell_exec(escapeshellarg($php) . ' -n -i'), $m) ? $m[0] : '';
    return $build($program) === $build(PHP_BINARY) ? $program : throw new RuntimeException("$name is of another build of PHP");
}

/**
 * Options of a PHP that serves, without or with true_async.
 *
 * @param list<string> $extensions those that are files are loaded, in this order
 * @param array<string, string|int|list<string>> $ini zend_extension may be a list
 * @return list<string>
 */
function web_options(array $extensions, array $ini = [], bool $with_true_async = true): array
{
    $files = shared_extensions(...$extensions);
    $options = [];
    foreach ($with_true_async ? [...$files, true_async_module()] : $files as $file) {
        array_push($options, '-d', "extension=$file");
    }
    $ini += ['display_errors' => 1, 'html_errors' => 0, 'error_reporting' => E_ALL, 'include_path' => '/usr/share/php'];
    foreach ($ini as $name => $values) {
        foreach ((array) $values as $value) {
            array_push($options, '-d', "$name=$value");
        }
    }
    return $options;
}

final class WebSite
{
    private function __construct(private readonly TestServer $front, private readonly TestServer $php, private readonly string $host)
    {
    }

    /**
     * @param string $kind `php -S` or `php-fpm`
     * @param string $host what requests name as their host, the same for every server
     */
    public static function start(string $kind, string $directory, array $options, string $host = 'site.test'): self
    {
        if ($kind === 'php -S') {
            $server = TestServer::start(
                fn(int $port): array => [PHP_BINARY, '-n', ...$options, '-S', "127.0.0.1:$port", '-t', $directory],
                // It serves beside the workers that it forks.
                ['PHP_CLI_SERVER_WORKERS' => '2'],
            );
            return new self($server, $server, $host);
        }
        $fpm = fpm_program();
        $php = TestServer::start(function (int $port, string $dir) use ($fpm, $options): array {
            $root = fileowner('/proc/self') === 0;
            $user = $root ? "user = root\ngroup = root" : '';
            file_put_contents("$dir/fpm.conf", <<<END
                [global]
                error_log = /proc/self/fd/2
                daemonize = no
                [www]
                $user
                listen = 127.0.0.1:$port
                pm = static
                pm.max_children = 2
                catch_workers_output = yes
                END);
            return [$fpm, '-n', '--fpm-config', "$dir/fpm.conf", ...($root ? ['--allow-to-run-as-root'] : []), ...$options];
        });
        $front = start_nginx(<<<END
            root $directory;
            index index.php;
            location / {
                try_files \$uri \$uri/ /index.php?\$args;
            }
            location ~ \\.php$ {
                include /etc/nginx/fastcgi_params;
                fastcgi_param SCRIPT_FILENAME \$document_root\$fastcgi_script_name;
                fastcgi_param SERVER_PORT 80;
                fastcgi_pass 127.0.0.1:$php->port;
            }
            END);
        return new self($front, $php, $host);
    }

    /** @return array{int, list<string>, string} status, headers except those that tell the time, body */
    public function get(string $path, array $headers = [], ?string $post = null): array
    {
        return $this->get_all([$path], 1, $headers, $post)[0];
    }

    /**
     * Requests several pages, some at a time.
     *
     * @return list<array{int, list<string>, string}>
     */
    public function get_all(array $paths, int $at_once, array $headers = [], ?string $post = null): array
    {
        $multi = curl_multi_init();
        $answers = $seen = $handles = [];
        $begin = function (int $number, string $path) use ($multi, &$seen, &$handles, $headers, $post) {
            $seen[$number] = [];
            $handles[$number] = $handle = curl_init($this->front->url($path));
            curl_setopt_array($handle, [
                CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30, CURLOPT_PRIVATE => (string) $number,
                CURLOPT_HTTPHEADER => ["Host: $this->host", ...$headers],
                CURLOPT_HEADERFUNCTION => function ($handle, string $line) use ($number, &$seen) {
                    $kept = !preg_match('~^(Date|X-Powered-By|Expires|Last-Modified):|^\s*$~i', $line);
                    $kept && $seen[$number][] = rtrim($line);
                    return strlen($line);
                },
            ] + ($post === null ? [] : [CURLOPT_POSTFIELDS => $post]));
            curl_multi_add_handle($multi, $handle);
        };
        $next = 0;
        do {
            while ($next < count($paths) && count($handles) < $at_once) {
                $begin($next, $paths[$next]);
                $next++;
            }
            curl_multi_exec($multi, $running);
            while ($done = curl_multi_info_read($multi)) {
                $number = (int) curl_getinfo($done['handle'], CURLINFO_PRIVATE);
                $body = $done['result'] === CURLE_OK ? curl_multi_getcontent($done['handle']) : curl_strerror($done['result']);
                $answers[$number] = [curl_getinfo($done['handle'], CURLINFO_RESPONSE_CODE), $seen[$number], $body];
                curl_multi_remove_handle($multi, $done['handle']);
                unset($handles[$number]);
            }
            $running && curl_multi_select($multi, 1.0);
        } while ($handles || $next < count($paths));
        ksort($answers);
        return $answers;
    }

    /** What its log has beside the usual lines: also of a process that ended before it was told to. */
    public function trouble(): string
    {
        $usual = 'fpm is running|ready to handle|systemd monitor|Development Server|\] [\d.]+:\d+ (Acc|Clos|\[\d+\]: (GET|POST))';
        return preg_replace("~^.*($usual).*\n~m", '', $this->php->log());
    }

    /**
     * Memory of its own in KiB, and open descriptors, of every process of PHP while it waits for a request.
     *
     * @return array<int, array{int, int}>
     */
    public function use(): array
    {
        $use = [];
        // One that has just answered closes its connection a moment later.
        for ($look = 0; $look < 20; $look++) {
            foreach ($this->php->processes() as $pid) {
                preg_match('~RssAnon:\s+(\d+)~', (string) @file_get_contents("/proc/$pid/status"), $m);
                $descriptors = count(@scandir("/proc/$pid/fd") ?: []);
                $use[$pid] = [(int) ($m[1] ?? 0), min($use[$pid][1] ?? $descriptors, $descriptors)];
            }
            usleep(10_000);
        }
        return $use;
    }
}

/** What has grown between two times: other processes, memory by more than $kib, descriptors. */
function growth(array $before, array $after, int $kib): string
{
    $grown = array_keys($before) === array_keys($after) ? [] : ['other processes'];
    foreach (array_intersect_key($after, $before) as $pid => [$memory, $descriptors]) {
        [$memory_before, $descriptors_before] = $before[$pid];
        $memory > $memory_before + $kib && $grown[] = "$memory_before KiB became $memory";
        $descriptors > $descriptors_before && $grown[] = "$descriptors_before descriptors became $descriptors";
    }
    return $grown ? implode(', ', $grown) : 'no growth';
}
