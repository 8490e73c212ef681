--TEST--
OB-5, FW-2: a fault of SOAP that is caught leaves the output buffers of a coroutine as they are
--DESCRIPTION--
Rules: OB-5, io FW-2
Order: independent
--EXTENSIONS--
dom
soap
--FILE--
<?php
use function Async\{await, spawn};

function work(): array
{
    ob_start(fn($text) => strtoupper($text));
    echo 'one ';
    ob_start();
    echo 'two ';
    try {
        @new SoapClient('/none/none.wsdl');
    } catch (SoapFault) {
        echo 'fault';
    }
    $seen = [ob_get_level(), ob_get_flush()];
    return [...$seen, ob_get_clean()];
}
ob_start();
$main = work();
$level = ob_get_level();
ob_end_clean();
$main[0] -= $level;
$coroutines = [await(spawn(work(...))), await(spawn(work(...)))];
echo json_encode([$main, ...$coroutines]), "\n";
?>
--EXPECT--
[[2,"two fault","one two fault"],[2,"two fault","one two fault"],[2,"two fault","one two fault"]]
