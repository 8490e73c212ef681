--TEST--
CH-21: a future that was completed keeps the value; dropped after that, the value goes with it
--DESCRIPTION--
Rules: CH-10, CH-19, CH-21
Order: independent
--FILE--
<?php
use Async\Channel;
use function Async\await;

class Value
{
    public function __construct(public string $name) {}
    public function __destruct() { echo "$this->name destroyed\n"; }
}

$ch = new Channel;
$future = $ch->recvAsync();
$ch->send(new Value('kept'));
$ch->close();
unset($ch);
echo await($future)->name, ' ', await($future)->name, "\n";
unset($future);
echo "--\n";
$ch = new Channel(1);
$future = $ch->recvAsync()->ignore();
$ch->send(new Value('dropped'));
unset($future);
echo $ch->count(), " left\n";

// A value that is there already.
$ch->send(new Value('ready'));
$future = $ch->recvAsync()->ignore();
echo json_encode([$future->isCompleted(), $ch->count()]), "\n";
unset($future);
echo "end\n";
--EXPECT--
kept kept
kept destroyed
--
dropped destroyed
0 left
[true,0]
ready destroyed
end
