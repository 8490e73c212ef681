--TEST--
EX-1: the text of a cancellation is byte for byte that of another throwable
--DESCRIPTION--
Rules: EX-1, EX-2
Order: independent
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';

class OfException extends Exception { protected $message = 42; }
class OfCancellation extends Cancellation { protected $message = 42; }

function typed(int $number) {}
function refused() { try { typed('text'); } catch (TypeError $e) { return $e; } }
function missing() { try { typed(); } catch (ArgumentCountError $e) { return $e; } }

// The same text for both, but for the name of the class.
function same(string $what, callable $make) {
    foreach (['Exception', 'Cancellation'] as $class) $texts[] = (string) $make($class, "Of$class");
    [$exception, $cancellation] = $texts;
    echo $what, ': ';
    var_dump(str_replace('Exception', 'Cancellation', $exception) === $cancellation);
}

same('bytes that are no UTF-8', fn($class) => new $class("a\xffb\xc3"));
same('a number as default', fn($class, $child) => new $child);
same('an empty message', fn($class) => new $class(''));
same('previous TypeError', fn($class) => new $class('outer', 0, refused()));
same('previous ArgumentCountError', fn($class) => new $class('outer', 0, missing()));
$file = temporary_path("true_async_\xff") . '.php';
same('file with such a name', function ($class) use ($file) {
    file_put_contents($file, '<?php return new ' . $class . '("in a file");');
    $text = (string) include $file;
    unlink($file);
    return $text;
});
same('class with such a name', function ($class) {
    eval("class Of\xff$class extends $class {}");
    return new ("Of\xff$class")('x');
});
--EXPECT--
bytes that are no UTF-8: bool(true)
a number as default: bool(true)
an empty message: bool(true)
previous TypeError: bool(true)
previous ArgumentCountError: bool(true)
file with such a name: bool(true)
class with such a name: bool(true)
