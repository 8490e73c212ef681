--TEST--
GC-5, SH-14: exit() in a destructor of a deferred collection: the other garbage is destructed and freed all the same
--DESCRIPTION--
Rules: GC-5, SH-14
Order: independent
--FILE--
<?php
class Node {
    public ?Node $self;
    public function __construct(private string $name) { $this->self = $this; }
    public function __destruct() {
        if ($this->name === 'exits') {
            exit("exit\n");
        }
        echo "destructed\n";
    }
}
Async\spawn(fn() => null);
foreach (['exits', 'other', 'one more'] as $name) {
    new Node($name);
}
gc_collect_cycles();
--EXPECT--
exit
destructed
destructed
