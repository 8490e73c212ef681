--TEST--
core OB-5: SoapServer ends the script with its answer in a buffer; a coroutine's is written as well
--DESCRIPTION--
Rules: core OB-5
Order: independent
--EXTENSIONS--
soap
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

// A header that has to be understood, and is not: PHP ends the script while the buffer is open that it has made for the answer.
$head = <<<'PHP'
    <?php
    use function Async\{await, delay, spawn};
    register_shutdown_function(function () { echo "shutdown\n"; });
    function handle() {
        $server = new SoapServer(null, ['uri' => 'urn:test']);
        $server->handle(
            '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">'
            . '<e:Header><x:X xmlns:x="urn:x" e:mustUnderstand="1"/></e:Header>'
            . '<e:Body><t:f xmlns:t="urn:test"/></e:Body></e:Envelope>'
        );
        echo "not reached\n";
    }

    PHP;
$ways = [
    'without coroutines' => 'handle();',
    'main' => 'await(spawn(fn() => 1)); handle();',
    'a coroutine' => 'await(spawn(handle(...)));',
    'below a buffer of main' => 'ob_start(fn(string $text) => "[$text]"); await(spawn(handle(...)));',
    'below a buffer of its own' => <<<'PHP'
        await(spawn(function () {
            ob_start(fn(string $text) => "[$text]");
            echo "before\n";
            handle();
        }));
        PHP,
    'beside another that waits' => <<<'PHP'
        spawn(function () { ob_start(); echo "of another\n"; delay(5000); });
        delay(1);
        await(spawn(handle(...)));
        PHP,
];
foreach ($ways as $title => $code) {
    $done = child_php("$head$code", ['extension' => shared_extensions('soap')]);
    $text = preg_replace('~<\?xml.*<faultcode>(.*)</faultcode>.*</SOAP-ENV:Envelope>\s~s', "answer: $1\n", $done['out']);
    echo "-- $title ($done[status])\n$text";
}
?>
--EXPECT--
-- without coroutines (0)
answer: SOAP-ENV:MustUnderstand
shutdown
-- main (0)
answer: SOAP-ENV:MustUnderstand
shutdown
-- a coroutine (0)
answer: SOAP-ENV:MustUnderstand
shutdown
-- below a buffer of main (0)
answer: SOAP-ENV:MustUnderstand
[shutdown
]-- below a buffer of its own (0)
[before
answer: SOAP-ENV:MustUnderstand
]shutdown
-- beside another that waits (0)
answer: SOAP-ENV:MustUnderstand
shutdown
