--TEST--
Without a listener signals do what they always did, also after one has gone
--DESCRIPTION--
Rules: SG-9, SG-2
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

foreach (['INT', 'TERM', 'USR1', 'USR2', 'HUP', 'QUIT'] as $signal) {
    echo "$signal: ";
    foreach ([
        '',
        'Async\delay(1);',
        "Async\\signal(Async\\Signal::SIG$signal)->ignore();",
        "\$f = Async\\signal(Async\\Signal::SIG$signal); exec('kill -$signal ' . getmypid()); Async\\await(\$f);",
        "\$f = Async\\signal(Async\\Signal::SIG$signal)->ignore(); unset(\$f); Async\\delay(1);",
    ] as $before) {
        $result = child_php("<?php $before exec('ulimit -c 0; kill -$signal ' . getmypid()); usleep(200_000); echo 'alive';");
        echo $result['status'], $result['out'], ' ';
    }
    echo "\n";
}
echo "ignored ones stay ignored: ";
$file = tempnam(sys_get_temp_dir(), 'sig');
file_put_contents($file, "<?php \$f = Async\\signal(Async\\Signal::SIGHUP); exec('kill -HUP ' . getmypid()); Async\\await(\$f);
    echo 'heard, '; unset(\$f); exec('kill -HUP ' . getmypid()); usleep(100_000); echo 'alive';");
$php = escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg(true_async_module());
echo shell_exec("trap '' HUP; exec $php $file"), "\n";
unlink($file);
--EXPECT--
INT: 130 130 130 130 130 
TERM: 143 143 143 143 143 
USR1: 138 138 138 138 138 
USR2: 140 140 140 140 140 
HUP: 129 129 129 129 129 
QUIT: 131 131 131 131 131 
ignored ones stay ignored: heard, alive
