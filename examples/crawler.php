<?php

declare(strict_types=1);

/*
 * A crawler with two limits: so many requests at a time, and so many in a second.
 *
 *     php crawler.php [pages [at-a-time [per-second]]]
 *
 * A local nginx serves a site of pages that link to each other. The crawler starts at the first, follows every link once,
 * and reads as fast as its limits allow. A TaskGroup keeps the number of running requests; a channel of tickets, filled by
 * a coroutine of its own, keeps the rate. One page is missing: its error is collected, the crawl goes on. Exits with 1 if
 * a page was missed or read twice, or a limit was not kept.
 */

use Async\Channel;
use Async\TaskSet;
use function Async\delay;
use function Async\spawn;

require __DIR__ . '/lib/http.php';
require_once __DIR__ . '/../php-tests/lib/server.php';

if (!extension_loaded('true_async')) {
    fwrite(STDERR, "The extension true_async is not loaded; use `examples/run crawler.php`.\n");
    exit(2);
}

/** Makes the site: page N links to 2N+1, 2N+2, to the first and, once, to one that does not exist. */
function make_site(TestServer $site, int $pages): void
{
    for ($i = 0; $i < $pages; $i++) {
        $links = array_filter([0, 2 * $i + 1, 2 * $i + 2], fn (int $link) => $link < $pages);
        $body = "<h1>Page $i</h1>\n";
        foreach ($links as $link) {
            $body .= "<a href=\"/page$link\">page $link</a>\n";
        }
        $body .= $i === intdiv($pages, 2) ? "<a href=\"/missing\">gone</a>\n" : '';
        file_put_contents("$site->dir/page$i", $body);
    }
}

/** Allows so many requests in a second: a coroutine that holds a ticket may send one. */
final class RateLimit
{
    private readonly Channel $tickets;

    public function __construct(int $per_second)
    {
        $this->tickets = new Channel(1);
        $tickets = $this->tickets;
        spawn(static function () use ($tickets, $per_second): void {
            $start = hrtime(true);
            for ($given = 0; !$tickets->isClosed(); $given++) {
                $early_ms = ($given / $per_second) * 1000 - (hrtime(true) - $start) / 1e6;
                if ($early_ms >= 1) {
                    delay((int) $early_ms);
                }
                try {
                    $tickets->send(true);
                } catch (Async\ChannelException) {
                    return;
                }
            }
        });
    }

    public function wait(): void
    {
        $this->tickets->recv();
    }

    public function end(): void
    {
        $this->tickets->close();
    }
}

final class Crawler
{
    /** @var array<string, string|Throwable> bodies and errors by URL */
    public array $read = [];
    public int $running = 0;
    public int $most_running = 0;
    private readonly TaskSet $requests;
    private array $seen = [];

    public function __construct(private readonly TestServer $site, int $at_a_time, private readonly RateLimit $rate)
    {
        $this->requests = new TaskSet(concurrency: $at_a_time, queueLimit: 0);
    }

    public function crawl(string $first): void
    {
        $this->follow($first);
        // The set is done when every delivered page has had its links followed and nothing runs any more.
        while (count($this->requests) > 0) {
            [$url, $body] = $this->requests->joinNext()->await();
            $this->read[$url] = $body;
            if (is_string($body)) {
                preg_match_all('/href="([^"]+)"/', $body, $links);
                array_map($this->follow(...), $links[1]);
            }
        }
        $this->requests->close();
    }

    private function follow(string $url): void
    {
        if (!isset($this->seen[$url])) {
            $this->seen[$url] = true;
            $this->requests->spawnWithKey($url, $this->fetch(...), $url);
        }
    }

    /** @return array{string, string|Throwable} */
    private function fetch(string $url): array
    {
        $this->most_running = max($this->most_running, ++$this->running);
        try {
            $this->rate->wait();
            return [$url, fetch_with_sockets($this->site->url($url))];
        } catch (RuntimeException $error) {
            return [$url, $error];
        } finally {
            $this->running--;
        }
    }
}

$pages = (int) ($argv[1] ?? 200);
$at_a_time = (int) ($argv[2] ?? 8);
$per_second = (int) ($argv[3] ?? 400);

$site = start_nginx('location / { echo_sleep 0.010; root {dir}; echo_exec /file$uri; } location /file/ { internal; alias {dir}/; }');
make_site($site, $pages);

$rate = new RateLimit($per_second);
$crawler = new Crawler($site, $at_a_time, $rate);
$start = hrtime(true);
$crawler->crawl('/page0');
$seconds = (hrtime(true) - $start) / 1e9;
$rate->end();

$errors = array_filter($crawler->read, fn (mixed $body) => $body instanceof Throwable);
printf("%d pages, %d error%s\n", count($crawler->read) - count($errors), count($errors), count($errors) === 1 ? '' : 's');
foreach ($errors as $url => $error) {
    printf("  %s: %s\n", $url, $error->getMessage());
}
$kept = $crawler->most_running <= $at_a_time && count($crawler->read) / $seconds <= $per_second * 1.1;
$whole = count($crawler->read) === $pages + 1 && array_keys($errors) === ['/missing'];
printf("limits kept: %s\n", $kept ? "at most $at_a_time at a time, at most $per_second a second" : 'NO');
exit($kept && $whole ? 0 : 1);
