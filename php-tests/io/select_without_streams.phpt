--TEST--
In coroutines stream_select() of empty arrays waits and gives 0; invalid members are the TypeError, unselectable ones as outside
--DESCRIPTION--
Rules: io SEL-1, io SEL-5, io SEL-10, io SEL-2
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};

require __DIR__ . '/../lib/watchdog.php';

function show(callable $select): void
{
    try {
        var_dump($select());
    } catch (Throwable $e) {
        for (; $e; $e = $e->getPrevious()) echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}

$none = [];
$closed = fopen('php://memory', 'r');
fclose($closed);
$invalid = fn(mixed $member) => function () use ($member) {
    $read = [$member];
    $null = null;
    return stream_select($read, $null, $null, 1);
};
$empty = fn(...$limit) => function () use ($limit) {
    $read = $write = [];
    $except = null;
    return stream_select($read, $write, $except, ...$limit);
};
$nothing = function () {
    $a = $b = $c = null;
    return stream_select($a, $b, $c, 0);
};

echo "-- outside\n";
show($empty(0));
show($invalid($closed));

watchdog();
$in = fn(callable $select) => await(spawn(fn() => show($select)));
echo "-- invalid members\n";
$in($invalid($closed));
$in($invalid('no stream'));
echo "-- three nulls\n";
$in($nothing);
echo "-- streams that cannot be selected\n";
final class Unselectable
{
    public mixed $context = null;
    private mixed $cast;
    public function stream_open(string $path): bool
    {
        $this->cast = str_ends_with($path, 'string') ? 'no stream' : false;
        return true;
    }
    public function stream_cast(): mixed { return $this->cast; }
}
stream_wrapper_register('unselectable', Unselectable::class);
set_error_handler(function (int $kind, string $message) { echo "$message\n"; return true; });
foreach (['php://memory', 'unselectable://x', 'unselectable://string'] as $name) {
    $in($invalid(fopen($name, 'r')));
}
// Beside an empty array, too.
$in(function () {
    $read = [];
    $write = [fopen('php://memory', 'r')];
    $except = null;
    return stream_select($read, $write, $except, 0);
});
restore_error_handler();
echo "-- limits\n";
$in($empty(0));
$in($empty(0, 0));
$in($empty(null));
$in($empty(null, 5));
$in($empty(-1));
$in($empty(0, -1));
$in($empty('many'));
$in($empty('0', '1000'));
echo "-- waits\n";
$order = [];
$select = spawn(function () use ($empty, &$order) {
    $began = hrtime(true);
    $count = $empty(0, 100_000)();
    $order[] = 'select';
    return [$count, hrtime(true) - $began >= 100_000_000];
});
$sooner = spawn(function () use (&$order) { delay(20); $order[] = 'sooner'; });
$later = spawn(function () use (&$order) { delay(400); $order[] = 'later'; });
echo json_encode(await($select)), "\n";
await($later);
echo implode(' ', $order), "\n";
echo "-- cancelled\n";
$select = spawn($empty(3600));
suspend();
suspend();
$select->cancel(new Async\AsyncCancellation('enough'));
show(fn() => await($select));
--EXPECT--
-- outside
ValueError: No stream arrays were passed
ValueError: No stream arrays were passed
TypeError: stream_select(): supplied resource is not a valid stream resource
-- invalid members
TypeError: stream_select(): supplied resource is not a valid stream resource
TypeError: stream_select(): supplied argument is not a valid stream resource
-- three nulls
ValueError: No stream arrays were passed
-- streams that cannot be selected
stream_select(): Cannot represent a stream of type MEMORY as a select()able descriptor
ValueError: No stream arrays were passed
stream_select(): Cannot represent a stream of type user-space as a select()able descriptor
ValueError: No stream arrays were passed
ValueError: No stream arrays were passed
TypeError: stream_select(): supplied argument is not a valid stream resource
stream_select(): Cannot represent a stream of type MEMORY as a select()able descriptor
ValueError: No stream arrays were passed
-- limits
int(0)
int(0)
int(0)
ValueError: stream_select(): Argument #5 ($microseconds) must be null when argument #4 ($seconds) is null
ValueError: stream_select(): Argument #4 ($seconds) must be greater than or equal to 0
ValueError: stream_select(): Argument #5 ($microseconds) must be greater than or equal to 0
TypeError: stream_select(): Argument #4 ($seconds) must be of type ?int, string given
int(0)
-- waits
[0,true]
sooner select later
-- cancelled
Async\AsyncCancellation: enough
