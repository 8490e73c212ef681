--TEST--
FW-5, FW-4: where a coroutine may not be left, a function whose gate another one holds throws an Error
--DESCRIPTION--
Rules: io FW-5, io FW-4
Order: independent
--EXTENSIONS--
session
--INI--
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
use Async\{Future, FutureState};
use function Async\await;

require __DIR__ . '/../lib/waits.php';

// A session is not begun when output has been sent. Nothing suspends in a handler of it.
ob_start();
final class Handler implements SessionHandlerInterface
{
    public function read(string $id): string
    {
        try {
            echo json_encode(parse_ini_string('short = 1')), "\n";
        } catch (Error $e) {
            echo $e->getMessage(), "\n";
        }
        return '';
    }

    public function open(string $path, string $name): bool { return true; }
    public function close(): bool { return true; }
    public function write(string $id, string $data): bool { return true; }
    public function destroy(string $id): bool { return true; }
    public function gc(int $seconds): int { return 0; }
}
session_set_save_handler(new Handler(), false);

final class HeldStream
{
    public mixed $context = null;
    private string $text = "long = 1\n";

    public function stream_read(int $count): string
    {
        await($GLOBALS['released']);
        [$text, $this->text] = [$this->text, ''];
        return $text;
    }

    public function stream_open(string $path): bool { return true; }
    public function stream_eof(): bool { return $this->text === ''; }
    public function stream_stat(): array { return []; }
    public function stream_set_option(): bool { return false; }
    public function stream_close(): void {}
}
stream_wrapper_register('held', HeldStream::class);

$released = new Future($state = new FutureState());
$results = null;
$parsing = ends(function () use (&$results) { return $results = parse_ini_file('held://a'); });
until_suspended($parsing);
session_start();
session_abort();
$state->complete(null);
echo await($parsing), ': ', json_encode($results), "\n";
session_start();
--EXPECT--
Cannot use what another coroutine is using, because nothing can be waited for here (ini scanner)
something: {"long":"1"}
{"short":"1"}
