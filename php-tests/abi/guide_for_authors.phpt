--TEST--
The code in the guide for authors of extensions is that of extensions that the tests build
--DESCRIPTION--
Rules: ABI-187
Order: independent
--FILE--
<?php
$root = dirname(__DIR__, 2);
$guide = file_get_contents("$root/docs/extension-authors.md");
preg_match_all('/<!-- (\S+): (\S+) -->\n```\w+\n(.*?)\n```/s', $guide, $blocks, PREG_SET_ORDER);
$plain = fn(string $code) => array_values(array_filter(array_map('trim', explode("\n", $code)), fn($line) => $line !== ''));
foreach ($blocks as [, $file, $name, $code]) {
    $source = file_get_contents("$root/$file");
    $found = preg_match('~/\* recipe: ' . preg_quote($name) . ' \*/\n(.*?)\n\s*/\* end \*/~s', $source, $recipe);
    echo "$name: ", $found && $plain($recipe[1]) === $plain($code) ? "as built" : "differs from $file", "\n";
}
// What the text names is there.
preg_match_all('/\b(?:ZEND_ASYNC_|zend_async_)[A-Za-z_]+\b/', $guide, $names);
$header = implode(array_map(file_get_contents(...), glob("$root/include/true_async/*.h")));
foreach (array_unique($names[0]) as $name) {
    if (!str_ends_with($name, '_') && !preg_match("/\b$name/", $header)) {
        echo "no such name: $name\n";
    }
}
?>
--EXPECT--
wait-fd: as built
own-event: as built
trigger-ring: as built
trigger-new: as built
trigger-drain: as built
event-start: as built
trigger-end: as built
internal-coroutine: as built
await-coroutine: as built
internal-context: as built
switch-handler: as built
microtask: as built
task: as built
task-run: as built
each: as built
each-handler: as built
each-map: as built
override: as built
server-listen: as built
server-accept: as built
server-read: as built
server-room: as built
echo: as built
files-response: as built
