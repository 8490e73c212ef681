<?php

/*
 * Makes the two calls of a case, one after the other or in two coroutines at once, and tells what came of them. Without
 * strict types, so that functions ask objects for their text.
 */
final class Calls
{
    /** Seconds after which two coroutines have come to a standstill. */
    private const LIMIT = 10;
    /** @var array<string, list<string>> warnings by side */
    private array $warnings = [];
    private array $states;

    public function __construct(private readonly Recipes $recipes, private readonly string $dir)
    {
        $this->states = require __DIR__ . '/../states.php';
        set_error_handler(function (int $code, string $message): bool {
            $this->warnings[Inside::side() ?? 'around'][] = "$code " . Normal::text($message);
            return true;
        });
    }

    /** One after the other. */
    public function inTurn(Trial $trial, bool $reversed): array
    {
        [$calls, $sides] = $this->prepare($trial, false);
        $results = [];
        foreach ($reversed ? ['b', 'a'] : ['a', 'b'] as $name) {
            $results[$name] = $calls[$name]();
        }
        ksort($results);
        return $this->outcome($trial, $results, $sides);
    }

    /** At once. What a case does to the process if it never ends is left to the parent. */
    public function together(Trial $trial): array
    {
        [$calls, $sides] = $this->prepare($trial, true);
        $results = $coroutines = [];
        foreach ($calls as $name => $call) {
            $coroutines[$name] = Async\spawn(function () use ($name, $call, &$results) {
                $results[$name] = $call();
            });
        }
        $this->watch($coroutines);
        ksort($results);
        return $this->outcome($trial, $results, $sides)
            + ['reached' => Inside::$reached, 'suspended' => Inside::$suspended, 'refused' => Inside::$refused];
    }

    /** @param array<string, Async\Coroutine> $coroutines */
    private function watch(array $coroutines): void
    {
        $end = hrtime(true) + self::LIMIT * 1e9 * (getenv('TEST_UNDER') ? 20 : 1);
        $left = fn() => array_filter($coroutines, fn($coroutine) => !$coroutine->isCompleted());
        for ($turn = 0; $left(); $turn++) {
            Inside::look();
            $turn < 300 ? Async\suspend() : Async\delay(1);
            if (hrtime(true) > $end) {
                $where = array_map(fn($c) => $c->getSuspendLocation() . ' ' . implode(' ', $c->getAwaitingInfo()), $left());
                throw new Standstill(implode('; ', array_map(fn($name) => "$name: $where[$name]", array_keys($where))));
            }
        }
        foreach ($coroutines as $coroutine) {
            Async\await($coroutine);
        }
    }

    /** @return array{array<string, Closure(): array>, array<string, Side>} */
    private function prepare(Trial $trial, bool $async): array
    {
        Inside::reset($async);
        Files::reset();
        Files::$piece = $trial->recipe['piece'] ?? Files::$piece;
        $this->warnings = [];
        error_clear_last();
        clearstatcache(true);
        if (isset($trial->recipe['before'])) {
            $trial->recipe['before']();
        }
        $a = new Side('a', $this->dir);
        $sides = ['a' => $a, 'b' => new Side('b', $this->dir, $trial->isShared ? $a : null)];
        $prepare = fn(Side $side) => $this->call($trial, $side);
        if ($trial->isShared || !in_array('connection', $trial->target->kinds, true)) {
            return [array_map($prepare, $sides), $sides];
        }
        // Both up to the point where they meet, then the rest of both.
        $fibers = array_map(fn(Side $side) => new Fiber(fn() => $prepare($side)), $sides);
        foreach (['start', 'resume', 'resume', 'resume', 'resume'] as $step) {
            foreach ($fibers as $fiber) {
                $fiber->isTerminated() || $fiber->$step();
            }
        }
        return [array_map(fn(Fiber $fiber) => $fiber->getReturn(), $fibers), $sides];
    }

    /** @return Closure(): array the call, everything it needs being there */
    private function call(Trial $trial, Side $side): Closure
    {
        $recipe = $trial->recipe;
        $target = $trial->target;
        $object = null;
        if ($target->class !== null && !$target->isStatic() && !$target->isConstructor()) {
            $make = $recipe['object'] ?? $this->recipes->objectOf($target->class);
            $object = $side->once(fn() => $make($side));
        }
        $args = isset($recipe['args']) ? $recipe['args']($side, $object) : [];
        $function = match (true) {
            isset($recipe['call']) => null,
            $target->class === null => $target->id,
            default => $target->reflection->name,
        };
        return function () use ($side, $recipe, $target, $object, $args, $function): array {
            $result = $exception = null;
            // What is left of the comparison's own functions.
            preg_match('~~', '');
            ob_start();
            $level = ob_get_level();
            Inside::enter($side->name);
            try {
                if ($function === null) {
                    $result = $recipe['call']($side, $args, $object);
                } elseif ($target->isConstructor()) {
                    $result = new ($target->class)(...$args);
                } elseif ($target->isStatic()) {
                    $result = ($target->class)::$function(...$args);
                } elseif ($object !== null) {
                    $result = $object->$function(...$args);
                } else {
                    $result = $function(...$args);
                }
            } catch (Throwable $e) {
                $exception = $e::class . ': ' . Normal::text($e->getMessage());
            }
            $states = array_map(fn(Closure $state) => Normal::of($state()), $this->states);
            Inside::leave($side->name);
            $output = '';
            while (ob_get_level() >= $level) {
                $output = ob_get_clean() . $output;
            }
            // What follows runs PHP's functions again, and must not be taken for the call.
            return [
                'result' => fn() => isset($recipe['result']) && $exception === null
                    ? $recipe['result']($result, $args, $object, $side) : $result,
                'args' => fn() => array_values(array_filter($args, fn($arg) => !is_object($arg) && !is_resource($arg))),
                'object' => fn() => $object,
                'exception' => $exception,
                'output' => Normal::text($output),
                'states' => $states,
            ];
        };
    }

    private function outcome(Trial $trial, array $results, array $sides): array
    {
        $outcome = [];
        foreach ($results as $name => $result) {
            foreach (['result', 'args', 'object'] as $field) {
                $result[$field] = $trial->ignores($field) ? null : Normal::of($result[$field]());
            }
            $result['warnings'] = $this->warnings[$name] ?? [];
            $result['operations'] = Files::$operations[$name] ?? [];
            $outcome[$name] = $result;
        }
        $outcome['files'] = Files::content();
        $outcome['disk'] = Disk::content($this->dir);
        return $outcome;
    }
}

/** Two coroutines that wait for what never comes. */
final class Standstill extends Exception
{
}

/** The temporary directory of a run. */
final class Disk
{
    /** @return array<string, string> */
    public static function content(string $dir): array
    {
        $content = [];
        $all = new RecursiveIteratorIterator(
            new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::SELF_FIRST);
        foreach ($all as $path => $info) {
            $name = Normal::text(substr($path, strlen($dir) + 1));
            // Those of tmpfile(), whose names are longer since PHP 8.4.
            if (preg_match('/^php\w{6,}$/', $name)) {
                continue;
            }
            $content[$name] = match (true) {
                $info->isLink() => 'link to ' . Normal::text((string) readlink($path)),
                $info->isDir() => 'directory',
                // They have the time in them.
                (bool) preg_match('/\.(zip|phar|tar)/', $path) => 'archive',
                $info->isFile() => Normal::text((string) file_get_contents($path)),
                default => $info->getType(),
            };
        }
        ksort($content);
        return $content;
    }

    public static function clear(string $dir): void
    {
        foreach (array_diff(scandir($dir), ['.', '..']) as $name) {
            remove_tree("$dir/$name");
        }
    }
}
