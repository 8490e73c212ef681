--TEST--
The same where calls of libc are not redirected
--DESCRIPTION--
Rules: SG-10
Order: independent
--EXTENSIONS--
pcntl
posix
--INI--
async.io=0
--FILE--
<?php
use Async\Signal;
use function Async\{await, signal};

$handler = fn(string $name) => function (int $number, mixed $info) use ($name) {
    echo "$name: $number, sent by ", $info['pid'] === getmypid() ? 'this process' : 'another', ", code {$info['code']}\n";
};
function deliver(string $what): void
{
    $f = signal(Signal::SIGUSR1);
    posix_kill(getmypid(), SIGUSR1);
    echo "-- $what\n", await($f)->name, "\n";
    pcntl_signal_dispatch();
}

pcntl_signal(SIGUSR1, $handler('before'));
deliver('the handler was there before');

$f = signal(Signal::SIGUSR1);
pcntl_signal(SIGUSR1, $handler('after'));
posix_kill(getmypid(), SIGUSR1);
echo "-- the handler came after\n", await($f)->name, "\n";
pcntl_signal_dispatch();

echo "-- without a future\n";
posix_kill(getmypid(), SIGUSR1);
pcntl_signal_dispatch();

$f = signal(Signal::SIGUSR1);
pcntl_signal(SIGUSR1, SIG_IGN);
posix_kill(getmypid(), SIGUSR1);
echo "-- ignored\n", await($f)->name, "\n";
pcntl_signal_dispatch();
posix_kill(getmypid(), SIGUSR1);
echo "alive\n";

$f = signal(Signal::SIGUSR1);
pcntl_signal(SIGUSR1, SIG_DFL);
posix_kill(getmypid(), SIGUSR1);
echo "-- the default\n", await($f)->name, "\n";
pcntl_signal_dispatch();

$f = signal(Signal::SIGUSR1);
pcntl_signal(SIGUSR1, $handler('first'));
pcntl_signal(SIGUSR1, $handler('second'), false);
var_dump(pcntl_signal_get_handler(SIGUSR1) instanceof Closure);
posix_kill(getmypid(), SIGUSR1);
echo "-- one handler after the other\n", await($f)->name, "\n";
pcntl_signal_dispatch();
--EXPECT--
-- the handler was there before
SIGUSR1
before: 10, sent by this process, code 0
-- the handler came after
SIGUSR1
after: 10, sent by this process, code 0
-- without a future
after: 10, sent by this process, code 0
-- ignored
SIGUSR1
alive
-- the default
SIGUSR1
bool(true)
-- one handler after the other
SIGUSR1
second: 10, sent by this process, code 0
