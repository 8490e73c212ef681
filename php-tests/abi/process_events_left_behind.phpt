--TEST--
Process events, commands and lookups that are started when the reactor stops
--DESCRIPTION--
Rules: ABI-84, ABI-146, ABI-151, ABI-153, ABI-212
Order: independent
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';

$file = temporary_path('terminated');
$ready = temporary_path('ready');
$pid = async_test_left_behind("trap 'echo terminated > $file; exit' TERM; touch $ready; for i in $(seq 3000); do sleep 0.01; done", $ready);
for ($i = 0; $i < 1000 && !(is_file($file) && filesize($file) > 0); $i++) {
    usleep(5000);
    clearstatcache();
}
echo is_file($file) ? file_get_contents($file) : "runs on\n";
posix_kill($pid, SIGUSR1);
// Not reaped by anything else.
pcntl_waitpid($pid, $status);
var_dump(pcntl_wifexited($status), async_test_counts()[0]);
// The reactor reaps later what it could not when it stopped.
for ($i = 0; $i < 1000 && trim(file_get_contents('/proc/thread-self/children')) !== ''; $i++) {
    async_test_exec(0, 'true');
}
var_dump(pcntl_waitpid(-1, $status, WNOHANG));
async_test_report_at_end();
--EXPECT--
counted 3
closed: true true
counted 0
terminated
bool(true)
int(0)
int(-1)
at end: events 0, coroutines 0, late runs 0
