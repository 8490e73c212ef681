--TEST--
OB-5: buffers that handlers and destructors open when a coroutine ends are written with it, and are not another one's
--DESCRIPTION--
Rules: OB-1, OB-2, OB-5
Order: dependent
--FILE--
<?php
use Async\Scope;
use function Async\{spawn, suspend};

class Buffers
{
    public function __construct(private string $of) {}
    public function __destruct() { ob_start(); echo "of $this->of\n"; }
}
function after(callable $do): void
{
    $kept = $do();
    for ($i = 0; $i < 3; $i++) suspend();
    echo 'main at level ', ob_get_level(), "\n";
}

after(function () {
    $scope = new Scope;
    $scope->setExceptionHandler(function () { ob_start(); echo "of a handler\n"; });
    $scope->spawn(function () { throw new Exception; });
    return $scope;
});
after(fn() => spawn(fn() => new Buffers('a result'))->getId() * 0);
after(function () {
    spawn(fn() => Async\coroutine_context()->set('key', new Buffers('a context')));
});
after(function () {
    spawn(function ($argument) {}, new Buffers('an argument'))->cancel();
});
ob_start(fn($text) => "[$text]");
after(function () {
    spawn(fn() => new Buffers('a result under a buffer of main'));
});
ob_end_flush();
?>
--EXPECT--
of a handler
main at level 0
of a result
main at level 0
of a context
main at level 0
of an argument
main at level 0
of a result under a buffer of main
[main at level 1
]
