--TEST--
Random operations on a channel have the outcomes, in the order, that a model of the rules says
--DESCRIPTION--
Rules: CH-4, CH-5, CH-7, CH-8, CH-9, CH-10, CH-11, CH-12, CH-13, CH-14, CH-15, CH-16, CH-17, CH-18, CH-19, CH-20, CH-21
Rules: CH-22, CH-23, CH-24, CH-25, CH-26, CH-27, CH-28, CH-29, CH-30, CH-32, CH-48, CH-49, CH-50, CM-5, CM-6, CM-7, CM-9, CM-10
Order: dependent

A sequence has some actors, coroutines with a script of operations each, and a main program that starts and cancels them, fires
tokens, drops futures, closes the channel and lets others run. The model does the same with generators and a run queue of
its own. What each operation ended with is compared, over all actors in the order in which it happened, and what the
channel says of itself after every step of the main program.

MODEL_SEQUENCES: how many sequences (400). MODEL_SEED: the first of them (1); with MODEL_SEQUENCES=1 it is shown.
--FILE--
<?php
use Async\{AsyncCancellation, Channel, ChannelException, Coroutine, Future, FutureState, OperationCanceledException};
use function Async\{await, spawn, suspend};

require __DIR__ . '/../lib/channel_model.php';

/** A value on its way: none may be lost or live on. */
final class Value
{
    public static int $alive = 0;
    public function __construct(public readonly string $name) { self::$alive++; }
    public function __destruct() { self::$alive--; }
}

/** The same with a channel. */
final class Real
{
    public array $log = [];
    public Channel $channel;
    /** @var array<int, Coroutine> */
    public array $actors = [];
    public array $futures = [];
    /** @var list<FutureState> */
    public array $states = [];
    public array $tokens = [];

    public function __construct(int $capacity, int $tokens)
    {
        $this->channel = new Channel($capacity);
        for ($i = 0; $i < $tokens; $i++) {
            $this->states[$i] = new FutureState;
            $this->tokens[$i] = (new Future($this->states[$i]))->ignore();
        }
    }

    public function start(int $number, array $script): void
    {
        $this->actors[$number] = spawn(function () use ($number, $script) {
            foreach ($script as $step => [$operation, $argument, $token]) {
                $future = $e = null;
                try {
                    $outcome = $this->$operation($argument, $token === null ? null : $this->tokens[$token], "$number.$step");
                } catch (ChannelException) {
                    $outcome = 'closed';
                } catch (OperationCanceledException) {
                    $outcome = 'token';
                } catch (AsyncCancellation $e) {
                    $outcome = $e->getMessage() === 'Future has been cancelled' ? 'future cancelled' : 'cancelled';
                }
                $this->log[] = "$number.$step $operation: $outcome";
            }
        });
    }

    public function recvAsync(int $slot): void
    {
        // The old one goes first, as in the model.
        unset($this->futures[$slot]);
        $this->futures[$slot] = $this->channel->recvAsync()->ignore();
    }

    private function send(string $value, ?Future $token): string
    {
        $this->channel->send(new Value($value), $token);
        return 'sent';
    }

    private function recv($_, ?Future $token): string { return 'got ' . $this->channel->recv($token)->name; }
    private function yield(): void { suspend(); }
    private function sendAsync(string $value): string { return json_encode($this->channel->sendAsync(new Value($value))); }
    private function close(): void { $this->channel->close(); }

    private function loop(int $count, $_, string $name): string
    {
        foreach ($this->channel as $value) {
            $this->log[] = "$name loop: got $value->name";
            if (--$count === 0) return 'broken off';
        }
        return 'over';
    }

    private function await(int $slot): string
    {
        $future = $this->futures[$slot] ?? null;
        return $future ? 'got ' . await($future)->name : 'none';
    }
}

function fail(int $seed, string $what, Model $model, Real $real): never
{
    echo "seed $seed: $what\n", print_r(array_diff_assoc($real->log, $model->log), true);
    foreach ($model->log as $i => $line) echo $line === ($real->log[$i] ?? null) ? '  ' : '! ', $line, "\n";
    exit(1);
}

/** What the channel says of itself, as far as it can be asked. */
function compare(int $seed, string $after, Model $model, Real $real): void
{
    $channel = $real->channel;
    $reserved = fn(array $queue) => count(array_filter($queue, fn($place) => $place->reserved));
    $says = json_encode([$channel->count(), $channel->isFull(), $channel->isEmpty(), $channel->isClosed()]);
    $should = json_encode([count($model->values), count($model->values) >= max(1, $channel->capacity()), !$model->values, $model->closed]);
    foreach ([...$model->receivers, ...$model->senders] as $place) {
        // One that was failed or taken out has left the queue but not its wait.
        if ($place->actor?->waiting) {
            $says .= $real->actors[$place->actor->number]->getAwaitingInfo()[0];
            $should .= sprintf('Channel(capacity=%d, receivers=%d, senders=%d, reserved=%d/%d)', $channel->capacity(),
                count($model->receivers), count($model->senders), $reserved($model->receivers), $reserved($model->senders));
        }
    }
    if ($says !== $should) fail($seed, "after $after: $says instead of $should", $model, $real);
    if ($real->log !== $model->log) fail($seed, "after $after: other outcomes", $model, $real);
}

function play(int $seed, bool $show): void
{
    mt_srand($seed);
    $pick = function (array $weights) {
        $at = mt_rand(1, array_sum($weights));
        foreach ($weights as $key => $weight) if (($at -= $weight) <= 0) return $key;
    };
    $capacity = $pick([0 => 5, 1 => 3, 2 => 2, 5 => 1]);
    $ends = mt_rand(0, 1);
    $model = new Model($capacity);
    $real = new Real($capacity, 2);
    $started = 0;
    for ($step = mt_rand(5, 40); $step > 0; $step--) {
        $what = $pick(['start' => 10, 'turn' => 9, 'cancel' => 3, 'sendAsync' => 2, 'recvAsync' => 2,
            'drop' => 1, 'fire' => 1, 'cancelFuture' => 1, 'close' => $ends]);
        switch ($what) {
            case 'start':
                $script = [];
                for ($n = mt_rand(1, 4); $n > 0; $n--) {
                    $operation = $pick(['send' => 8, 'recv' => 8, 'loop' => 2, 'yield' => 3, 'sendAsync' => 2,
                        'recvAsync' => 1, 'await' => 2, 'close' => $ends && mt_rand(0, 9) === 0 ? 1 : 0]);
                    $script[] = [$operation, match ($operation) {
                        'send', 'sendAsync' => "v$started." . count($script),
                        'loop' => mt_rand(1, 3),
                        'recvAsync', 'await' => mt_rand(0, 2),
                        default => null,
                    }, in_array($operation, ['send', 'recv'], true) && mt_rand(0, 5) === 0 ? mt_rand(0, 1) : null];
                }
                if ($show) echo "start $started: ", json_encode($script), "\n";
                $model->start(new Actor($started, $script));
                $real->start($started, $script);
                $started++;
                break;
            case 'turn':
                if ($show) echo "turn\n";
                $model->turn();
                suspend();
                break;
            case 'cancel':
                if ($started) {
                    $number = mt_rand(max(0, $started - 5), $started - 1);
                    if ($show) echo "cancel $number\n";
                    $model->cancel($number);
                    $real->actors[$number]->cancel();
                }
                break;
            case 'sendAsync':
                if ($show) echo "sendAsync m$step\n";
                if ($model->sendAsync("m$step") !== $real->channel->sendAsync(new Value("m$step")))
                    fail($seed, 'sendAsync()', $model, $real);
                break;
            case 'fire':
                $token = mt_rand(0, 1);
                if ($show) echo "fire $token\n";
                $model->fire($token);
                if (!$real->tokens[$token]->isCompleted()) $real->states[$token]->complete(null);
                break;
            case 'close':
                if (mt_rand(0, 4)) break;
                if ($show) echo "close\n";
                $model->close();
                $real->channel->close();
                break;
            default:
                $slot = mt_rand(0, 2);
                if ($show) echo "$what $slot\n";
                $model->$what($slot);
                if ($what === 'recvAsync') $real->recvAsync($slot);
                elseif ($what === 'drop') unset($real->futures[$slot]);
                elseif (isset($real->futures[$slot])) $real->futures[$slot]->cancel();
        }
        compare($seed, $what, $model, $real);
    }
    // Until nothing can go on: then nothing may be free that is waited for.
    do {
        $model->turn();
        suspend();
        compare($seed, 'the last turns', $model, $real);
    } while ($model->queue);
    $places = max(1, $capacity) - $real->channel->count();
    $waiting = fn(array $queue) => array_filter($queue, fn($place) => !$place->delivering);
    if ($model->receivers && $real->channel->count() || $waiting($model->senders) && $places > 0)
        fail($seed, 'somebody waits for what is free', $model, $real);
    $model->close();
    $real->channel->close();
    do {
        $model->turn();
        suspend();
        compare($seed, 'the end', $model, $real);
    } while ($model->queue);
    $left = [];
    foreach ($real->channel as $value) $left[] = $value->name;
    $value = null;
    if ($left !== $model->values) fail($seed, 'other values are left', $model, $real);
    foreach ($real->actors as $number => $actor) {
        if (!$actor->isCompleted() || !$model->actors[$number]->finished) fail($seed, "actor $number has not ended", $model, $real);
    }
    // Nothing was seen twice or made up.
    // A future tells all that ask the same.
    $direct = preg_filter('/^.*(?:recv|loop): got /', '', $real->log);
    if (count($direct) !== count(array_unique($direct)) || array_intersect($direct, $left))
        fail($seed, 'a value was delivered twice', $model, $real);
    $real->actors = $real->futures = [];
    unset($real->channel);
    if (Value::$alive) fail($seed, Value::$alive . ' values live on', $model, $real);
}

$sequences = (int) (getenv('MODEL_SEQUENCES') ?: 400);
$first = (int) (getenv('MODEL_SEED') ?: 1);
suspend();
for ($seed = $first; $seed < $first + $sequences; $seed++) play($seed, $sequences === 1);
echo "as the model says\n";
--EXPECT--
as the model says
