--TEST--
ES-4: superglobals, ini settings, handlers, included files and cwd are shared
--DESCRIPTION--
Rules: ES-4, IN-2, IN-3
Order: independent
--FILE--
<?php
use function Async\{spawn, await};

$file = tempnam(sys_get_temp_dir(), 'inc');
file_put_contents($file, '<?php define("FROM_INCLUDE", 1); function from_include() { return "f"; } '
    . 'class FromInclude {} $inner = "scope"; Async\suspend(); return [1, 2];');
await(spawn(function () use ($file) {
    $_GET['x'] = 1; ini_set('precision', '5'); chdir('/'); $r = require_once $file;
    echo count($r), ' ', $inner, "\n"; var_dump(require_once $file);
}));
var_dump($_GET['x'], ini_get('precision'), getcwd(), FROM_INCLUDE, from_include(), class_exists('FromInclude', false), isset($inner));
var_dump(require_once $file);
var_dump(await(spawn(fn() => @include '/nonexistent/file.php')));
unlink($file);
--EXPECT--
2 scope
bool(true)
int(1)
string(1) "5"
string(1) "/"
int(1)
string(1) "f"
bool(true)
bool(false)
bool(true)
bool(false)
