--TEST--
Symfony's Console and Process, unmodified: commands and child processes of coroutines run at once
--DESCRIPTION--
Rules: io SEL-1, io SL-1
--EXTENSIONS--
ctype
intl
--SKIPIF--
<?php
require __DIR__ . '/../lib/packages.php';
foreach (['Console', 'Process'] as $component) {
    if ($why = missing_package("Symfony/Component/$component/autoload.php")) die("skip $why");
}
if (str_contains((string) getenv('TEST_UNDER'), 'valgrind')) die('skip computing takes longer than the waits there');
?>
--FILE--
<?php
require __DIR__ . '/../lib/packages.php';
require __DIR__ . '/../lib/watchdog.php';

use Symfony\Component\Console\{Application, Command\Command, Helper\ProgressBar, Helper\Table, Input\ArrayInput, Output\BufferedOutput};
use Symfony\Component\Process\{Exception\ProcessTimedOutException, InputStream, Process};

foreach (['Console', 'Process'] as $component) use_package("Symfony/Component/$component/autoload.php");
watchdog(30);

$application = new Application('test');
$application->setAutoExit(false);
$application->register('work')->addArgument('number')->setCode(function ($input, $output): int {
    $number = (int) $input->getArgument('number');
    $bar = new ProgressBar($output, 5);
    $bar->setFormat('%current%/%max% %percent%%');
    // Every step, however long one takes.
    $bar->minSecondsBetweenRedraws(0);
    foreach (range(1, 5) as $step) {
        usleep(30_000);
        $bar->advance();
    }
    $bar->finish();
    (new Table($output))->setHeaders(['number', 'square'])->setRows([[$number, $number ** 2]])->render();
    return Command::SUCCESS;
});
compare_with_coroutines('command', function ($i) use ($application) {
    $output = new BufferedOutput;
    return [$application->run(new ArrayInput(['command' => 'work', 'number' => $i]), $output), $output->fetch()];
});

compare_with_coroutines('process', function ($i) {
    $process = new Process(['sh', '-c', 'read line; sleep 0.1; echo "$line"; echo error >&2; exit ' . $i], null, null, "input $i\n");
    return [$process->run(), $process->getOutput(), $process->getErrorOutput()];
});
compare_with_coroutines('parts', function ($i) {
    $input = new InputStream;
    $process = new Process(['sh', '-c', 'while read line; do sleep 0.04; echo "<$line>"; done'], null, null, $input);
    $process->start();
    $input->write("first $i\n");
    $seen = '';
    foreach ($process as $text) {
        $seen .= $text;
        if ($text === "<first $i>\n") {
            $input->write("second $i\nthird $i\n");
            $input->close();
        }
    }
    return $seen;
});
compare_with_coroutines('time limit', function ($i) {
    $process = new Process(['sleep', '60'], null, null, null, 0.2);
    try {
        return $process->run();
    } catch (ProcessTimedOutException $e) {
        return [$e->isGeneralTimeout(), $process->isRunning()];
    }
});
--EXPECT--
command: the same, at once
process: the same, at once
parts: the same, at once
time limit: the same, at once
