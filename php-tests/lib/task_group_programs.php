<?php
/**
 * Random programs that are run on the model of task_group_model.php and on the real TaskGroup or TaskSet. A program is data:
 * a list of operations for each of some actors. Both runs write a log of everything that the program can see, in order;
 * equal logs mean equal behaviour, order included.
 */
namespace TaskGroupModel;

use Async\AsyncCancellation;
use Async\AsyncException;

require_once __DIR__ . '/task_group_model.php';

/** A random program for some actors; main closes the group at some point, so that nothing waits for ever. */
function program(int $seed): array
{
    mt_srand($seed);
    $pick = fn(array $of) => $of[mt_rand(0, count($of) - 1)];
    $number = 0;
    $task = function (int $depth) use (&$task, &$number, $pick): array {
        $task_steps = [];
        for ($i = mt_rand(0, 3); $i > 0; $i--) {
            $task_steps[] = mt_rand(0, 9) || $depth > 1
                ? ['suspend', mt_rand(1, 3)]
                : $pick([['close'], ['cancel'], ['dispose'], ['look'], ['spawn', null, $task($depth + 1)]]);
        }
        return ['number' => $number++, 'steps' => $task_steps, 'fails' => mt_rand(0, 3) === 0, 'catches' => mt_rand(0, 4) === 0];
    };
    $set = mt_rand(0, 1) === 1;
    $operation = function (int $actors) use ($task, $pick, $set): array {
        return match (mt_rand(0, 19)) {
            0, 1, 2, 3, 4, 5 => ['spawn', $pick([null, null, null, 'a', 'b', 1, 7]), $task(0)],
            6, 7, 8 => ['suspend', mt_rand(1, 4)],
            9, 10, 11 => [
                'future', $pick(['all', 'race', 'race', 'any']), mt_rand(0, 1) === 1,
                $pick(['await', 'await', 'drop', 'cancel', 'keep']),
            ],
            12 => ['look'],
            13 => [$set ? 'look' : $pick(['results', 'errors', 'suppress'])],
            14, 15 => ['foreach', mt_rand(0, 3), mt_rand(0, 1)],
            16 => [$pick(['awaitCompletion', 'awaitObject'])],
            17 => ['finally', mt_rand(0, 2)],
            18 => ['cancelActor', mt_rand(0, $actors - 1)],
            19 => [$pick(['close', 'cancel', 'dispose', 'dispose', 'drop'])],
        };
    };
    $actors = mt_rand(2, 5);
    $lists = [];
    for ($i = 0; $i < $actors; $i++) {
        for ($n = mt_rand(2, 9); $n > 0; $n--) $lists[$i][] = $operation($actors);
    }
    [$concurrency, $limit] = $pick([[0, 0], [1, 0], [1, 1], [1, 2], [2, 1], [2, 0], [3, 4]]);
    return ['set' => $set, 'concurrency' => $concurrency, 'limit' => $limit, 'actors' => $lists, 'close' => mt_rand(5, 30)];
}

/** Runs a program on the model; returns its log. */
function run_model(array $program): array
{
    $log = [];
    $s = new Scheduler;
    $offer = function (array $errors) use (&$log, $s): void {
        $s->spawn((function () use (&$log, $errors) { $log[] = 'offered ' . show(array_map(describe(...), $errors)); return; yield; })());
    };
    $actors = [];
    $alive = function () use (&$actors) { return count(array_filter($actors, fn($a) => !$a->ended)); };

    $body = function (array $task, Group $g) use (&$perform, &$log, $s): \Closure {
        $weak = \WeakReference::create($g);
        return function () use ($task, $weak, &$perform, &$log, $s): \Generator {
            $log[] = "task {$task['number']} begins";
            foreach ($task['steps'] as $step) {
                try {
                    if ($step[0] === 'suspend') {
                        for ($i = 0; $i < $step[1]; $i++) yield from $s->suspend();
                    } else {
                        $g = $weak->get();
                        $log[] = "task {$task['number']} $step[0]: " . yield from $perform($step, $g);
                        $g = null;
                    }
                } catch (AsyncCancellation | AsyncException $e) {
                    $g = null;
                    $log[] = "task {$task['number']}: " . describe($e);
                    if (!$task['catches'] && $e instanceof AsyncCancellation) throw $e;
                }
            }
            return $task['fails'] ? throw new \Exception("failure {$task['number']}") : $task['number'];
        };
    };
    $perform = function (array $op, Group $g, ?array &$kept = null) use (&$log, &$actors, $body, $s): \Generator {
        switch ($op[0]) {
            case 'spawn': yield from $g->spawn($op[1], $body($op[2], $g)); return 'spawned';
            case 'suspend': for ($i = 0; $i < $op[1]; $i++) yield from $s->suspend(); return 'done';
            case 'look': return show([$g->count(), $g->isFinished(), $g->isClosed()]);
            case 'results': return show($g->results());
            case 'errors': return show($g->errors());
            case 'suppress': $g->suppressErrors(); return 'done';
            case 'close': $g->close(); return 'done';
            case 'cancel': $g->cancel(); return 'done';
            case 'dispose': $g->dispose(); return 'done';
            case 'awaitCompletion': yield from $g->await(true); return 'done';
            case 'awaitObject': yield from $g->await(false); return 'done';
            case 'finally':
                yield from $g->finally(function () use ($op, &$log, $s) {
                    $log[] = 'handler begins';
                    for ($i = 0; $i < $op[1]; $i++) yield from $s->suspend();
                    $log[] = 'handler ends';
                });
                return 'done';
            case 'cancelActor': if (isset($actors[$op[1]])) $s->cancel($actors[$op[1]], 'by an actor'); return 'done';
            case 'foreach':
                $left = $op[1];
                yield from $g->each(function ($key, $state, $value) use (&$log, &$left, $op, $s) {
                    $log[] = "entry $key: " . ($state === 'success' ? show($value) : describe($value));
                    for ($i = 0; $i < $op[2]; $i++) yield from $s->suspend();
                    return $left-- > 0;
                });
                return 'left';
            case 'future':
                $f = $g->future($op[1], $op[2]);
                if ($op[3] === 'await') {
                    // Cancelled, the caller has no use for it any more.
                    try { return show(yield from $f->await()); } finally { $f->forget(); }
                }
                if ($op[3] === 'keep') { $kept[] = $f; return 'kept'; }
                $g->forget($f);
                if ($op[3] === 'drop') return 'dropped';
                $f->settle('error', new AsyncCancellation('Future has been cancelled'));
                return show(yield from $f->await());
        }
    };
    $act = function (string $name, array $list, Group $g) use ($perform, &$log): \Generator {
        $kept = [];
        foreach ($list as $op) {
            if ($op[0] === 'drop') { $g = null; $log[] = "$name drops"; break; }
            try { $log[] = "$name $op[0]: " . yield from $perform($op, $g, $kept); }
            catch (\Throwable $e) { $log[] = "$name $op[0]: " . describe($e); }
        }
        $g = null;
        foreach ($kept as $f) {
            try { $log[] = "$name kept: " . show(yield from $f->await()); }
            catch (\Throwable $e) { $log[] = "$name kept: " . describe($e); }
        }
        foreach ($kept as $f) $f->forget();
    };
    $main = function () use ($program, $s, $offer, $act, &$actors, $alive, &$log): \Generator {
        $g = new Group($s, $program['set'], $program['concurrency'], $program['limit'], $offer);
        foreach ($program['actors'] as $i => $list) {
            $actors[] = $s->spawn($act("actor $i", $list, $g));
        }
        for ($i = 0; $i < $program['close']; $i++) yield from $s->suspend();
        $g->close();
        $weak = \WeakReference::create($g);
        $g = null;
        for ($i = 0; $i < 500 && ($alive() > 0 || $weak->get()); $i++) yield from $s->suspend();
        for ($i = 0; $i < 5; $i++) yield from $s->suspend();
        $log[] = $alive() . ' left, group ' . ($weak->get() ? 'left' : 'gone');
    };
    $s->run($main());
    return $log;
}

/** Runs a program on the real thing; returns its log. */
function run_real(array $program): array
{
    $log = [];
    $actors = [];
    $alive = function () use (&$actors) { return count(array_filter($actors, fn($a) => !$a->isCompleted())); };
    $scope = new \Async\Scope;
    $scope->setExceptionHandler(function ($s, $c, $e) use (&$log) {
        $log[] = 'offered ' . show(array_map(describe(...), $e->getExceptions()));
    });

    $body = function (array $task, object $g) use (&$perform, &$log): \Closure {
        $weak = \WeakReference::create($g);
        return function () use ($task, $weak, &$perform, &$log): int {
            $log[] = "task {$task['number']} begins";
            foreach ($task['steps'] as $step) {
                try {
                    if ($step[0] === 'suspend') {
                        for ($i = 0; $i < $step[1]; $i++) \Async\suspend();
                    } else {
                        $g = $weak->get();
                        $log[] = "task {$task['number']} $step[0]: " . $perform($step, $g);
                        $g = null;
                    }
                } catch (AsyncCancellation | AsyncException $e) {
                    $g = null;
                    $log[] = "task {$task['number']}: " . describe($e);
                    if (!$task['catches'] && $e instanceof AsyncCancellation) throw $e;
                }
            }
            return $task['fails'] ? throw new \Exception("failure {$task['number']}") : $task['number'];
        };
    };
    $set = $program['set'];
    $perform = function (array $op, object $g, ?array &$kept = null) use (&$log, &$actors, $body, $set): string {
        switch ($op[0]) {
            case 'spawn': $op[1] === null ? $g->spawn($body($op[2], $g)) : $g->spawnWithKey($op[1], $body($op[2], $g)); return 'spawned';
            case 'suspend': for ($i = 0; $i < $op[1]; $i++) \Async\suspend(); return 'done';
            case 'look': return show([count($g), $g->isFinished(), $g->isClosed()]);
            case 'results': return $set ? throw new \LogicException : show($g->getResults());
            case 'errors': return show(array_map(describe(...), $g->getErrors()));
            case 'suppress': $g->suppressErrors(); return 'done';
            case 'close': $g->close(); return 'done';
            case 'cancel': $g->cancel(); return 'done';
            case 'dispose': $g->dispose(); return 'done';
            case 'awaitCompletion': $g->awaitCompletion(); return 'done';
            case 'awaitObject': \Async\await_all([$g]); return 'done';
            case 'finally':
                $g->finally(function () use ($op, &$log) {
                    $log[] = 'handler begins';
                    for ($i = 0; $i < $op[1]; $i++) \Async\suspend();
                    $log[] = 'handler ends';
                });
                return 'done';
            case 'cancelActor': if (isset($actors[$op[1]])) $actors[$op[1]]->cancel(new AsyncCancellation('by an actor')); return 'done';
            case 'foreach':
                $left = $op[1];
                foreach ($g as $key => [$value, $error]) {
                    $log[] = "entry $key: " . ($error === null ? show($value) : describe($error));
                    for ($i = 0; $i < $op[2]; $i++) \Async\suspend();
                    if ($left-- <= 0) break;
                }
                return 'left';
            case 'future':
                $f = match ($op[1]) {
                    'all' => $set ? $g->joinAll($op[2]) : $g->all($op[2]),
                    'race' => $set ? $g->joinNext() : $g->race(),
                    'any' => $set ? $g->joinAny() : $g->any(),
                };
                $f->ignore();
                if ($op[3] === 'await') return show($f->await());
                if ($op[3] === 'keep') { $kept[] = $f; return 'kept'; }
                if ($op[3] === 'drop') return 'dropped';
                $f->cancel();
                return show($f->await());
        }
    };
    $act = function (string $name, array $list, object $box) use ($perform, &$log): void {
        [$g, $box->group, $kept] = [$box->group, null, []];
        foreach ($list as $op) {
            if ($op[0] === 'drop') { $g = null; $log[] = "$name drops"; break; }
            try { $log[] = "$name $op[0]: " . $perform($op, $g, $kept); }
            catch (\Throwable $e) { $log[] = "$name $op[0]: " . describe($e); }
        }
        $g = null;
        foreach ($kept as $f) {
            try { $log[] = "$name kept: " . show($f->await()); } catch (\Throwable $e) { $log[] = "$name kept: " . describe($e); }
        }
    };
    $class = $set ? \Async\TaskSet::class : \Async\TaskGroup::class;
    $g = \Async\await($scope->spawn(fn() => new $class($program['concurrency'], $program['limit'])));
    foreach ($program['actors'] as $i => $list) {
        // In a box, so that an actor can let go of it.
        $actors[] = \Async\spawn($act, "actor $i", $list, (object) ['group' => $g]);
    }
    for ($i = 0; $i < $program['close']; $i++) \Async\suspend();
    $g->close();
    $weak = \WeakReference::create($g);
    $g = null;
    for ($i = 0; $i < 500 && ($alive() > 0 || $weak->get()); $i++) \Async\suspend();
    for ($i = 0; $i < 5; $i++) \Async\suspend();
    $log[] = $alive() . ' left, group ' . ($weak->get() ? 'left' : 'gone');
    return $log;
}
