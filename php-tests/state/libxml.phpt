--TEST--
EG-7: errors that libxml collects, whether it does, and the context of its streams belong to the coroutine
--DESCRIPTION--
Rules: io EG-7, io EG-9
Order: independent
--EXTENSIONS--
dom
--SKIPIF--
<?php
?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

require __DIR__ . '/../lib/child.php';

$head = <<<'PHP'
    use function Async\{spawn, await, suspend};
    require 'LIB/at_once.php';
    foreach ([0, 1, 2] as $i) {
        SlowStream::$files["$i.xml"] = "<?xml version=\"1.0\"?>\n<r$i>" . str_repeat("<x>t$i</y>\n<a$i", 3) . "</r$i>";
        SlowStream::$files["good$i.xml"] = "<r>$i</r>";
    }
    final class Options
    {
        public $context;
        private string $text;
        public function stream_open() { return true; }
        public function stream_read($count)
        {
            suspend();
            $this->text ??= '<r>' . (stream_context_get_options($this->context)['options']['name'] ?? 'none') . '</r>';
            $part = substr($this->text, 0, 5);
            $this->text = substr($this->text, 5);
            return $part;
        }
        public function stream_eof() { return isset($this->text) && $this->text === ''; }
        public function stream_stat() { return []; }
        // Others run between the choice and the use of a context.
        public function url_stat() { pause(); return []; }
    }
    stream_wrapper_register('options', Options::class);
    function load(string $uri): array
    {
        $document = new DOMDocument;
        return [@$document->load($uri), $document->textContent];
    }
    function collected(): array
    {
        return array_map(fn($error) => trim("$error->message, line $error->line"), libxml_get_errors());
    }
    function context(string $name) { return stream_context_create(['options' => ['name' => $name]]); }
    PHP;
$head = str_replace('LIB', __DIR__ . '/../lib', $head);

run_children($head, [
    'the usual way, each for itself' => <<<'PHP'
        at_once('errors', function ($i) {
            $before = libxml_use_internal_errors(true);
            $result = load("slow://$i.xml");
            pause();
            $errors = collected();
            libxml_clear_errors();
            pause();
            return [$before, $result, count($errors) > 3, $errors, libxml_use_internal_errors($before), collected()];
        }, 3);
        at_once('only one of them', function ($i) {
            if ($i) libxml_use_internal_errors(true);
            $document = new DOMDocument;
            pause();
            $result = $document->load("slow://$i.xml");
            pause();
            return [$result, collected(), libxml_use_internal_errors()];
        });
        var_dump(libxml_use_internal_errors(), collected());
        PHP,
    'main has them collected before' => <<<'PHP'
        libxml_use_internal_errors(true);
        load('slow://0.xml');
        echo count(collected()), " in main\n";
        at_once('errors', function ($i) {
            $found = collected();
            load("slow://$i.xml");
            pause();
            return [libxml_use_internal_errors(), $found, collected()];
        });
        at_once('one turns it off', function ($i) {
            if ($i) libxml_use_internal_errors(false);
            $document = new DOMDocument;
            pause();
            $document->load("slow://$i.xml");
            return [libxml_use_internal_errors(), collected()];
        });
        echo count(collected()), " in main\n";
        libxml_use_internal_errors(false);
        echo count(collected()), ' ', await(spawn(fn() => var_export(libxml_use_internal_errors(), true))), "\n";
        PHP,
    'contexts' => <<<'PHP'
        libxml_set_streams_context(context('of main'));
        at_once('chosen', function ($i) {
            if ($i < 2) libxml_set_streams_context(context("of $i"));
            return [load('options://first'), load('options://second')];
        }, 3);
        echo load('options://main')[1], "\n";
        libxml_set_streams_context(context('later'));
        echo load('options://main')[1], ', ', await(spawn(fn() => load('options://other')[1])), "\n";
        PHP,
    'it is all given back' => <<<'PHP'
        $end = [];
        foreach ([0, 1, 2] as $i) $end[] = spawn(function () use ($i) {
            libxml_use_internal_errors(true);
            libxml_set_streams_context(context("of $i"));
            load("slow://$i.xml");
            suspend();
        });
        foreach ($end as $coroutine) await($coroutine);
        var_dump(libxml_use_internal_errors(true));
        load('slow://1.xml');
        spawn(function () {
            load('slow://2.xml'); libxml_use_internal_errors(true); load('slow://2.xml');
            @trigger_error('end', E_USER_ERROR);
        });
        PHP,
], with_extensions('dom'));
--EXPECTF--
-- the usual way, each for itself
errors: as alone
only one of them: as alone
bool(false)
array(0) {
}
[status 0]
-- main has them collected before
%d in main
errors: as alone
one turns it off: as alone
%d in main
0 true
[status 0]
-- contexts
chosen: as alone
of main
later, of main
[status 0]
-- it is all given back
bool(false)

Fatal error: end in child.php on line %d
[status 255]
