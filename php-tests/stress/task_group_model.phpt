--TEST--
TG-*, TS-*: random programs on TaskGroup and TaskSet do what a simple model says, in the same order
--DESCRIPTION--
Rules: TG-5, TG-6, TG-8, TG-9, TG-10, TG-12, TG-13, TG-14, TG-15, TG-16, TG-17, TG-18, TG-19, TG-20, TG-21, TG-22
Rules: TG-23, TG-24, TG-25, TG-26, TG-27, TG-28, TG-29, TG-30, TG-31, TG-32, TG-33, TG-34, TG-35, TG-38, TG-39, TG-41, TG-42
Rules: TS-2, TS-3, TS-4, TS-5, TS-6, TS-7, TS-8, TS-10, TS-11, CM-5, CM-6, CM-18
Order: dependent

MODEL_SEQUENCES is the number of programs (1000), MODEL_SEED the first one (1); a program that differs is printed with both logs.
--INI--
zend.exception_ignore_args=1
--FILE--
<?php
require __DIR__ . '/../lib/task_group_programs.php';
use function TaskGroupModel\{program, run_model, run_real};

$first = (int) (getenv('MODEL_SEED') ?: 1);
$count = (int) (getenv('MODEL_SEQUENCES') ?: 1000);
$lines = $different = 0;
for ($seed = $first; $seed < $first + $count; $seed++) {
    $program = program($seed);
    $model = run_model($program);
    $real = run_real($program);
    $lines += count($real);
    if ($model !== $real && $different++ < 3) {
        echo "-- MODEL_SEED=$seed\n", json_encode($program), "\n-- model\n", implode("\n", $model), "\n";
        echo "-- real\n", implode("\n", $real), "\n";
    }
}
echo $different, ' different', $lines > 10 * $count ? '' : ", only $lines lines", "\n";
--EXPECT--
0 different
