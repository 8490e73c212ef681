<?php

declare(strict_types=1);

require_once __DIR__ . '/../../php-tests/lib/server.php';

/*
 * The web site of the example: pages of 1 KiB to 1 MiB whose answers take 20 to 120 ms, served by nginx. The waiting is
 * done by its echo module, which Debian's nginx-light brings: exact to the millisecond and for any number of requests at
 * once, so that what is measured is the client.
 */

final class Page
{
    public function __construct(
        public readonly string $url,
        public readonly int $size,
        public readonly int $wait_ms,
        public readonly string $checksum,
    ) {
    }

    public static function checksum_of(string $body): string
    {
        return hash('xxh128', $body);
    }
}

function start_site(): TestServer
{
    return start_nginx(<<<'END'
        location ~ ^/wait/(?<seconds>[0-9.]+)/(?<name>[a-z0-9]+)$ {
            echo_sleep $seconds;
            echo_exec /page/$name;
        }
        location /page/ {
            internal;
            alias {dir}/;
        }
        END, 'sendfile on; tcp_nopush on;');
}

/** @return list<Page> the pages, in the directory of the server */
function make_pages(TestServer $site, int $count): array
{
    $pages = [];
    for ($i = 0; $i < $count; $i++) {
        // Steps prime to the ranges spread both values evenly and independently of each other.
        $wait_ms = 20 + $i * 61 % 101;
        $size = (int) (1024 * 2 ** (10 * ($i * 37 % $count) / ($count - 1)));
        $body = (new Random\Randomizer(new Random\Engine\Xoshiro256StarStar($i)))->getBytes($size);
        file_put_contents("$site->dir/page$i", $body);
        $pages[] = new Page(
            $site->url(sprintf('/wait/%.3f/page%d', $wait_ms / 1000, $i)),
            $size,
            $wait_ms,
            Page::checksum_of($body),
        );
    }
    return $pages;
}
