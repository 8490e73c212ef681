--TEST--
FW-5: while a document is saved to memory, I/O of error handlers blocks: nobody changes what the walk goes on with
--DESCRIPTION--
Rules: io FW-5
Order: dependent
--EXTENSIONS--
dom
simplexml
--FILE--
<?php
use function Async\{await, delay, spawn};

$handled = 0;
set_error_handler(function () use (&$handled) {
    $handled++;
    usleep(1000);
    return true;
});
$new = function (): DOMDocument {
    $document = new DOMDocument();
    $root = $document->appendChild($document->createElement('r'));
    for ($i = 0; $i < 20; $i++) {
        $root->appendChild($document->createElement('a', $i === 2 ? "\xff\xfe" : str_repeat('text ', 10)));
    }
    return $document;
};
foreach ([
    'saveXML' => fn($document) => $document->saveXML(),
    'asXML' => fn($document) => simplexml_import_dom($document)->asXML(),
] as $name => $save) {
    $document = $new();
    $handled = 0;
    $expected = md5((string) $save($document));
    $warnings = $handled;
    $document = $new();
    $saving = spawn($save, $document);
    $other = spawn(function () use ($document) {
        while ($document->documentElement->lastChild) {
            $document->documentElement->removeChild($document->documentElement->lastChild);
        }
        for ($i = 0; $i < 300; $i++) {
            $nodes[] = new DOMText(str_repeat('#', $i % 60));
        }
    });
    $saved = await($saving);
    await($other);
    echo "$name: ", md5((string) $saved) === $expected ? 'whole' : 'broken', ', ', $warnings > 0 ? 'with' : 'without', " warnings\n";
}
?>
--EXPECT--
saveXML: whole, with warnings
asXML: whole, with warnings
