--TEST--
W-6: of several coroutines that wait for one descriptor some are cancelled; the others are woken as if those had not been
--DESCRIPTION--
Rules: io W-6, io W-1, io SEL-1
Order: independent
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/watchdog.php';

watchdog();
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$selectors = [];
for ($i = 0; $i < 5; $i++) {
    $selectors[] = spawn(function () use ($a) {
        $r = [$a];
        $w = $e = null;
        return stream_select($r, $w, $e, null);
    });
}
foreach ($selectors as $c) {
    while (!$c->isSuspended() || $c->isQueued()) {
        suspend();
    }
}
foreach ([0, 2, 4] as $i) {
    $selectors[$i]->cancel();
    try {
        await($selectors[$i]);
    } catch (Async\AsyncCancellation) {
        echo "cancelled\n";
    }
}
fwrite($b, 'x');
echo await($selectors[1]), await($selectors[3]), "\n";
?>
--EXPECT--
cancelled
cancelled
cancelled
11
