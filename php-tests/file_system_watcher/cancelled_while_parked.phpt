--TEST--
A cancellation is thrown out of the loop; the watcher stays open
--DESCRIPTION--
Rules: FS-10
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/directory.php';
use Async\{AsyncCancellation, FileSystemWatcher};
use function Async\{await, delay, spawn, timeout};

$d = directory();
$w = new FileSystemWatcher($d);
$c = spawn(function () use ($w) {
    try { foreach ($w as $event) echo "never\n"; }
    catch (AsyncCancellation $e) { echo $e->getMessage(), "\n"; throw $e; }
    finally { echo "finally\n"; }
});
delay(1);
var_dump($c->getAwaitingInfo() === ["FilesystemWatch(path=$d)"]);
$c->cancel(new AsyncCancellation('enough'));
try { await($c); } catch (AsyncCancellation) {}
var_dump($w->isClosed());
touch("$d/file");
foreach ($w as $event) { echo show($event), "\n"; break; }
$w->close();
--EXPECT--
bool(true)
enough
finally
bool(false)
file:RC
