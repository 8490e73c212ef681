<?php

declare(strict_types=1);

/*
 * A server whose requests each have a context of their own.
 *
 * Every request runs in its own scope. What is stored in the scope's context is seen by everything that runs for this
 * request, however deep and in however many coroutines, and by nothing else: the log knows its request without being told.
 * What the whole application shares is in the root context and found from every request. A request that takes too long is
 * cancelled with all its coroutines.
 *
 * The example serves, asks itself with several clients at once and checks that no log line is in the wrong answer.
 */

use Async\Scope;
use function Async\await;
use function Async\await_all_or_fail;
use function Async\current_context;
use function Async\root_context;
use function Async\spawn;
use function Async\timeout;

require __DIR__ . '/lib/local_service.php';

if (!extension_loaded('true_async')) {
    fwrite(STDERR, "The extension true_async is not loaded; use `examples/run request_context.php`.\n");
    exit(2);
}

const LIMIT_MS = 400;

final class Log
{
    /** @var list<string> */
    public array $lines = [];

    /** Writes to the log of the request for which the caller runs. */
    public static function write(string $text): void
    {
        $context = current_context();
        $context->get(Log::class)->lines[] = sprintf(
            '[%s %s] %s', $context->find('application'), $context->get('request'), $text);
    }
}

/** A query that takes its time. Knows nothing of requests. */
function query(string $what, int $ms): string
{
    Log::write("query $what");
    usleep($ms * 1000);
    Log::write("got $what");
    return $what;
}

function handle(string $path): string
{
    Log::write("begin $path");
    if ($path === '/slow') {
        query('everything', 10 * LIMIT_MS);
    }
    // Both at once, in coroutines of the same request.
    await_all_or_fail([spawn(query(...), 'user', 20), spawn(query(...), 'basket', 10)]);
    Log::write("end $path");
    return implode("\n", current_context()->get(Log::class)->lines);
}

/** @param resource $connection */
function serve($connection): void
{
    ['path' => $path, 'headers' => $headers] = read_request($connection);
    $scope = Scope::inherit();
    $request = $scope->spawn(function () use ($path, $headers): string {
        current_context()->set('request', $headers['x-request-id'])->set(Log::class, new Log());
        return handle($path);
    });
    $scope->disposeAfterTimeout(LIMIT_MS);
    try {
        send_answer($connection, '200 OK', await($request));
    } catch (Async\AsyncCancellation $late) {
        send_answer($connection, '503 Service Unavailable', $late->getMessage());
    }
}

function ask(string $address, string $path, string $id): string
{
    $context = stream_context_create(['http' => ['header' => "X-Request-Id: $id", 'ignore_errors' => true]]);
    return file_get_contents("http://$address$path", false, $context);
}

root_context()->set('application', 'shop');
$server = new LocalService(serve(...));
$answers = [];
foreach (range(1, 20) as $number) {
    $path = $number % 7 === 0 ? '/slow' : '/page';
    $answers["r$number"] = spawn(ask(...), $server->address, $path, "r$number");
}
$answers = await_all_or_fail($answers, timeout(20 * LIMIT_MS));
$server->stop();

$right = $late = 0;
foreach ($answers as $id => $answer) {
    if (!str_contains($answer, "\n")) {
        $late++;
        echo "$id: $answer\n";
        continue;
    }
    $lines = explode("\n", $answer);
    $own = array_filter($lines, fn(string $line) => str_starts_with($line, "[shop $id] "));
    $right += count($lines) === 6 && $own === $lines ? 1 : 0;
}
echo "the log of r1:\n", $answers['r1'], "\n";
echo "$right answers with their own log only, $late too late\n";
exit($right === 18 && $late === 2 ? 0 : 1);
