--TEST--
AP-3: a Completable written by the user is refused cleanly, at declaration or by await
--DESCRIPTION--
Rules: AP-3
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

echo child_php(<<<'PHP'
<?php
class Mine implements Async\Completable {
    public function cancel(?Async\AsyncCancellation $cancellation = null): void {}
    public function isCompleted(): bool { return true; }
    public function isCancelled(): bool { return false; }
}
try { Async\await(new Mine); echo "accepted\n"; }
catch (TypeError | Async\AsyncException $e) { echo "refused\n"; }
try { Async\await(Async\spawn(fn() => 1), new Mine); echo "accepted\n"; }
catch (TypeError | Async\AsyncException $e) { echo "refused\n"; }
PHP)['status'] < 128 ? "no crash\n" : "crash\n";
--EXPECT--
no crash
