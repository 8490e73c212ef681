<?php

declare(strict_types=1);

/*
 * Fetches 100 pages from a local web server, first one after another and then all at once, in three ways. The code that
 * fetches (lib/http.php) is ordinary blocking PHP and the same in both cases; only what calls it differs:
 *
 *     foreach ($pages as $page) fetch($page);              takes as long as all pages together
 *     foreach ($pages as $page) spawn(fetch(...), $page);  takes little more than the slowest page
 *
 * Run by `make demo`. Exits with 1 if a body is not what the server was given, if a concurrent run is not at least
 * 15 times as fast, or if a process of the server is left at the end.
 */

use function Async\await;
use function Async\spawn;

require __DIR__ . '/lib/http.php';
require __DIR__ . '/lib/pages.php';
require __DIR__ . '/lib/progress.php';

const PAGES = 100;
const VERIFIED = 'verified';
const REQUIRED_SPEED_UP = 15.0;
const WAYS = [
    'file_get_contents' => 'fetch_with_file_get_contents',
    'curl_exec' => 'fetch_with_curl',
    'stream_socket_client' => 'fetch_with_sockets',
];

foreach (['true_async', 'curl'] as $extension) {
    if (!extension_loaded($extension)) {
        fwrite(STDERR, "The extension $extension is not loaded; use `make demo`.\n");
        exit(2);
    }
}

/** Fetches one page; returns VERIFIED or what was wrong with it. */
function verdict_on(Page $page, callable $fetch): string
{
    try {
        $body = $fetch($page->url);
    } catch (Exception $error) {
        return $error->getMessage();
    }
    return Page::checksum_of($body) === $page->checksum
        ? VERIFIED
        : sprintf('wrong body (%d bytes, expected %d)', strlen($body), $page->size);
}

/** @return array<string, ?string> verdicts by URL */
function fetch_one_after_another(array $pages, callable $fetch, Progress $progress): array
{
    $verdicts = [];
    foreach ($pages as $page) {
        $verdicts[$page->url] = verdict_on($page, $fetch);
        $progress->step();
    }
    return $verdicts;
}

/** @return array<string, ?string> verdicts by URL */
function fetch_all_at_once(array $pages, callable $fetch, Progress $progress): array
{
    $coroutines = [];
    foreach ($pages as $page) {
        $coroutines[$page->url] = spawn(function () use ($page, $fetch, $progress): string {
            $verdict = verdict_on($page, $fetch);
            $progress->step();
            return $verdict;
        });
    }
    return array_map(await(...), $coroutines);
}

$site = start_site();
$pages = make_pages($site, PAGES);
printf(
    "%d pages, %.1f MB, %d to %d ms each, from nginx on %s\n\n",
    count($pages),
    array_sum(array_column($pages, 'size')) / 1e6,
    min(array_column($pages, 'wait_ms')),
    max(array_column($pages, 'wait_ms')),
    $site->url(''),
);

$failures = [];
printf("%-22s %12s %12s %10s %8s\n", 'way', 'sequential', 'concurrent', 'speed-up', 'errors');
foreach (WAYS as $way => $fetch) {
    $seconds = $problems = [];
    foreach (['fetch_one_after_another', 'fetch_all_at_once'] as $manner) {
        $progress = new Progress("$way, " . strtr(substr($manner, 6), '_', ' '), PAGES);
        $start = hrtime(true);
        $verdicts = $manner($pages, $fetch, $progress);
        $seconds[] = (hrtime(true) - $start) / 1e9;
        $progress->finish();
        // By page, not by verdict: one that was never looked at is wrong, too.
        foreach ($pages as $page) {
            $verdict = $verdicts[$page->url] ?? 'no answer';
            if ($verdict !== VERIFIED) {
                $problems[] = "$way: $page->url: $verdict";
            }
        }
    }
    [$sequential, $concurrent] = $seconds;
    $speed_up = $sequential / $concurrent;
    printf("%-22s %10.3f s %10.3f s %9.1fx %8d\n", $way, $sequential, $concurrent, $speed_up, count($problems));

    array_push($failures, ...$problems);
    if ($speed_up < REQUIRED_SPEED_UP) {
        $failures[] = sprintf('%s: %.1f times as fast, %.0f are required', $way, $speed_up, REQUIRED_SPEED_UP);
    }
}

if (!$site->stop() || @stream_socket_client("tcp://$site->host:$site->port") !== false) {
    $failures[] = 'a process of the web server is left: ' . implode(' ', $site->processes());
}

foreach ($failures as $failure) {
    fwrite(STDERR, "$failure\n");
}
exit($failures === [] ? 0 : 1);
