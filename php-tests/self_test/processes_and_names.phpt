--TEST--
io chapter 10: commands, children, sleeping, names, queues and semaphores come to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--EXTENSIONS--
posix
pcntl
sysvmsg
sysvsem
--INI--
async.io_trace=1
sendmail_path=cat >/dev/null
--FILE--
<?php
require __DIR__ . '/../lib/watchdog.php';
require __DIR__ . '/../lib/trace.php';

watchdog();
putenv('RES_OPTIONS=timeout:1 attempts:1');
foreach (['exec', 'shell_exec', 'system', 'passthru'] as $function) {
    expect_hits($function, ['popen', 'read', 'pclose'], fn() => $function('true'));
}
expect_hits('backticks', ['popen', 'read', 'pclose'], fn() => `true`);
expect_hits('popen', ['popen', 'read', 'pclose'], function () {
    $stream = popen('echo x', 'r');
    fgets($stream);
    pclose($stream);
});
expect_hits('mail', ['popen', 'pclose'], fn() => mail('a@b', 'subject', 'text'));
expect_hits('proc_open', ['pipe|pipe2', 'waitpid', 'close'], function () {
    $process = proc_open('true', [['pipe', 'r']], $pipes);
    proc_get_status($process);
    proc_close($process);
});
expect_hits('pcntl_wait', ['wait|wait3|wait4|waitpid'], fn() => pcntl_wait($status));
expect_hits('pcntl_waitpid', ['waitpid|wait4'], fn() => pcntl_waitpid(-1, $status));
expect_hits('pcntl_sigtimedwait', ['sigtimedwait'], function () {
    pcntl_sigprocmask(SIG_BLOCK, [SIGUSR1]);
    posix_kill(posix_getpid(), SIGUSR1);
    pcntl_sigtimedwait([SIGUSR1], $info, 1);
});

expect_hits('sleep', ['sleep'], fn() => sleep(0));
expect_hits('usleep', ['usleep'], fn() => usleep(1));
expect_hits('time_nanosleep', ['nanosleep'], fn() => time_nanosleep(0, 1));
expect_hits('time_sleep_until', ['nanosleep'], fn() => time_sleep_until(microtime(true) + 0.01));

expect_hits('gethostbyname', ['gethostbyname_r|gethostbyname'], fn() => gethostbyname('localhost'));
expect_hits('gethostbynamel', ['gethostbyname_r|gethostbyname'], fn() => gethostbynamel('localhost'));
expect_hits('gethostbyaddr', ['getnameinfo|gethostbyaddr'], fn() => gethostbyaddr('127.0.0.1'));
$questions = ['res_nsearch|__res_nsearch|res_search|__res_search'];
// Asked of this machine: without a name server the answer is a refusal, at once.
expect_hits('checkdnsrr', $questions, fn() => checkdnsrr('localhost', 'A'));
expect_hits('dns_get_record', $questions, fn() => @dns_get_record('localhost', DNS_A));
expect_hits('getmxrr', $questions, fn() => getmxrr('localhost', $hosts));

expect_hits('sysvmsg', ['msgsnd', 'msgrcv'], function () {
    $queue = msg_get_queue(posix_getpid());
    msg_send($queue, 1, 'x');
    msg_receive($queue, 1, $type, 10, $message);
    msg_remove_queue($queue);
});
expect_hits('sysvsem', ['semop|semtimedop'], function () {
    $semaphore = sem_get(posix_getpid());
    sem_acquire($semaphore);
    sem_remove($semaphore);
});
expect_hits('dl', ['dlopen'], fn() => @dl('no_such_extension'));
?>
--EXPECT--
exec: hit
shell_exec: hit
system: hit
passthru: hit
backticks: hit
popen: hit
mail: hit
proc_open: hit
pcntl_wait: hit
pcntl_waitpid: hit
pcntl_sigtimedwait: hit
sleep: hit
usleep: hit
time_nanosleep: hit
time_sleep_until: hit
gethostbyname: hit
gethostbynamel: hit
gethostbyaddr: hit
checkdnsrr: hit
dns_get_record: hit
getmxrr: hit
sysvmsg: hit
sysvsem: hit
dl: hit
