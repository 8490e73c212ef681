--TEST--
Without futures pcntl works as in plain PHP
--DESCRIPTION--
Rules: SG-11
Order: independent
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$script = <<<'PHP'
<?php
pcntl_signal(SIGUSR1, function ($n, $info) { echo "handler $n, ", $info['pid'] !== getmypid() ? 'of the shell' : '?', "\n"; });
var_dump(pcntl_signal_dispatch());
exec('kill -USR1 ' . getmypid());
echo "not yet\n";
var_dump(pcntl_signal_dispatch());
pcntl_signal(SIGUSR1, SIG_IGN);
exec('kill -USR1 ' . getmypid());
pcntl_sigprocmask(SIG_BLOCK, [SIGUSR2]);
exec('kill -USR2 ' . getmypid());
var_dump(pcntl_sigtimedwait([SIGUSR2], $info, 1), $info['signo']);
pcntl_signal(SIGUSR1, SIG_DFL);
exec('kill -USR1 ' . getmypid());
usleep(200_000);
echo "alive\n";
PHP;
$stock = child_php($script, with_extension: false);
var_dump(child_php($script) === $stock);
print_child($stock);
--EXPECT--
bool(true)
bool(true)
not yet
handler 10, of the shell
bool(true)
int(12)
int(12)
[status 138]
