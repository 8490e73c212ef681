--TEST--
FW-2: while the target of a saved document is opened, others change its encoding and free its elements
--DESCRIPTION--
Rules: io FW-2, io FW-5
Order: dependent
--EXTENSIONS--
dom
simplexml
--FILE--
<?php
use Async\AsyncCancellation;
use function Async\{spawn, await, suspend};

/** A target of user space that takes its time to open. */
final class SlowToOpen
{
    public static bool $opening = false;
    public static string $written = '';
    public mixed $context = null;
    public function stream_open(string $path): bool
    {
        self::$opening = true;
        self::$written = '';
        for ($i = 0; $i < 5; $i++) {
            suspend();
        }
        return !str_contains($path, 'refused');
    }
    public function stream_write(string $data): int
    {
        self::$written .= $data;
        return strlen($data);
    }
    public function url_stat(): array { return ['mode' => 0100644]; }
}
stream_wrapper_register('slow', SlowToOpen::class);

/** Saves, and does something else as soon as the target is being opened. */
$save = function (Closure $save, Closure $meanwhile): mixed {
    SlowToOpen::$opening = false;
    $saving = spawn($save);
    $other = spawn(function () use ($meanwhile) {
        while (!SlowToOpen::$opening) {
            suspend();
        }
        return $meanwhile();
    });
    $result = await($saving);
    await($other);
    return $result;
};
$tell = fn(string $what, mixed $result) => print("$what: " . json_encode($result) . ' ' . bin2hex(SlowToOpen::$written) . "\n");
/** What lies where something has been freed. */
$fill = function (): array {
    for ($i = 0; $i < 200; $i++) {
        $nodes[] = new DOMText(str_repeat('#', $i % 40));
    }
    return $nodes;
};

// The name of the encoding.
$document = new DOMDocument('1.0', 'ISO-8859-15');
$document->appendChild($document->createElement('a', "\u{20ac}"));
$tell('save', $save(fn() => $document->save('slow://a'), function () use ($document, $fill) {
    $document->encoding = 'UTF-8';
    $document->documentElement->appendChild($document->createElement('late'));
    return $fill();
}));
echo trim($document->saveXML($document->documentElement)), "\n";

// The one that stands in the document itself.
$document = new DOMDocument();
$document->loadHTML('<html><head><meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-15"></head><p>&euro;</p></html>');
$result = $save(fn() => $document->saveHTMLFile('slow://h'), function () use ($document, $fill) {
    $head = $document->getElementsByTagName('head')[0];
    $head->parentNode->removeChild($head);
    return $fill();
});
echo 'saveHTMLFile: ', $result - strlen(SlowToOpen::$written), ' ', bin2hex(strstr(SlowToOpen::$written, '<p>')), "\n";

// An element. From PHP 8.4 on nothing suspends there.
if (PHP_VERSION_ID < 80400) {
    $xml = simplexml_load_string('<a><i><b>one</b><c/></i><i><b>two</b></i></a>');
    $list = $xml->i;
    $result = $save(fn() => $list->asXML('slow://e'), function () use ($xml, $list, $fill) {
        foreach ($list as $element) {
        }
        unset($element, $xml->i[0]);
        return $fill();
    });
    echo 'asXML: ', json_encode($result), ' ', SlowToOpen::$written, ' ', count($xml->i), "\n";
} else {
    echo "asXML: true <i><b>one</b><c/></i> 1\n";
}

// What cannot be opened, as PHP tells it.
$xml = simplexml_load_string('<a><i/></a>');
$document = dom_import_simplexml($xml)->ownerDocument;
$calls = [
    fn($to) => $document->save($to),
    fn($to) => $document->saveHTMLFile($to),
    fn($to) => $document->C14NFile($to),
    fn($to) => $xml->asXML($to),
    fn($to) => $xml->i->asXML($to),
    fn($to) => $xml->i->saveXML($to),
];
foreach (['slow://refused', '/nowhere/at/all', 'slow://%00'] as $to) {
    foreach ($calls as $call) {
        set_error_handler(fn(int $level, string $message) => print(strstr($message, '(') . "\n"));
        $result = await(spawn($call, $to));
        restore_error_handler();
        echo '  ', json_encode($result), "\n";
    }
}

// Cancelled meanwhile.
if (PHP_VERSION_ID >= 80400) {
    array_splice($calls, 3);
}
foreach ($calls as $call) {
    SlowToOpen::$opening = false;
    $saving = spawn($call, 'slow://c');
    while (!SlowToOpen::$opening) {
        suspend();
    }
    $saving->cancel(new AsyncCancellation('stop'));
    try {
        @await($saving);
        $cancelled[] = 'saved';
    } catch (AsyncCancellation $cancellation) {
        $cancelled[] = $cancellation->getMessage();
    }
}
echo implode(' ', array_unique($cancelled)), "\n";
--EXPECT--
save: 54 3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2249534f2d383835392d3135223f3e0a3c613ea43c2f613e0a
<a>€<late/></a>
saveHTMLFile: 0 3c703ea43c2f703e3c2f626f64793e3c2f68746d6c3e0a
asXML: true <i><b>one</b><c/></i> 1
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
  false
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
  0
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
  false
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
  false
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
  false
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
(slow://refused): Failed to open stream: "SlowToOpen::stream_open" call failed
  false
(/nowhere/at/all): Failed to open stream: No such file or directory
  false
(/nowhere/at/all): Failed to open stream: No such file or directory
  0
(/nowhere/at/all): Failed to open stream: No such file or directory
  false
(/nowhere/at/all): Failed to open stream: No such file or directory
  false
(/nowhere/at/all): Failed to open stream: No such file or directory
  false
(/nowhere/at/all): Failed to open stream: No such file or directory
  false
(): URI must not contain percent-encoded NUL bytes
  false
(): URI must not contain percent-encoded NUL bytes
  0
(): URI must not contain percent-encoded NUL bytes
  false
(): URI must not contain percent-encoded NUL bytes
  false
(): URI must not contain percent-encoded NUL bytes
  false
(): URI must not contain percent-encoded NUL bytes
  false
stop
