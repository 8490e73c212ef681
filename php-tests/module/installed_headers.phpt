--TEST--
After make install an extension compiles with php-config --includes alone and loads behind the module, and says so where it does not
--DESCRIPTION--
Rules: ABI-19, ABI-20, ABI-23
Order: independent

Installed below a directory of its own (DESTDIR), so each include directory of PHP is given twice: there and as it is.
--SKIPIF--
<?php
if (!is_file(dirname(getenv('TEST_EXTENSION_PATH'), 2) . '/c-tests/async_abi_test.so')) die('skip needs what compiles the C tests');
if (basename(getenv('TEST_EXTENSION_PATH')) !== 'true_async.so') die('skip needs the module of make build');
?>
--FILE--
<?php
require __DIR__ . '/../lib/temporary.php';

$root = dirname(__DIR__, 2);
$dest = temporary_directory();
$config = getenv('PHP_CONFIG');
$quoted = fn(string ...$words) => implode(' ', array_map(escapeshellarg(...), $words));
$run = function (string $command) use ($quoted): string {
    exec("$command 2>&1", $lines, $status);
    return trim(implode("\n", $lines)) . ($status === 0 ? '' : "\nstatus $status");
};

$target = dirname(getenv('TEST_EXTENSION_PATH'), 2);
$out = $run("CARGO_TARGET_DIR=$target DESTDIR=$dest PKGCONFIGDIR=/pc " . $quoted("$root/scripts/install.sh"));
if (!str_starts_with($out, 'installed ')) die($out);

// As an author of an extension writes it: recipe ABI-186.
file_put_contents("$dest/consumer.c", <<<'C'
    #include "php.h"
    #include "Zend/zend_async_API.h"
    #include <Zend/zend_async_API.h>
    #include "zend_async_API.h"
    #include <zend_async_API.h>

    ZEND_BEGIN_ARG_INFO_EX(arginfo_sleep, 0, 0, 1)
        ZEND_ARG_TYPE_INFO(0, ms, IS_LONG, 0)
    ZEND_END_ARG_INFO()

    ZEND_FUNCTION(consumer_sleep)
    {
        zend_long ms;
        ZEND_PARSE_PARAMETERS_START(1, 1)
            Z_PARAM_LONG(ms)
        ZEND_PARSE_PARAMETERS_END();
        ZEND_ASYNC_SCHEDULER_INIT();
        if (EG(exception) != NULL) return;
        zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
        zend_async_waker_new_with_timeout(coroutine, ms, NULL);
        if (EG(exception) != NULL) return;
        ZEND_ASYNC_SUSPEND();
        zend_async_waker_clean(coroutine);
    }

    static const zend_function_entry functions[] = { ZEND_FE(consumer_sleep, arginfo_sleep) ZEND_FE_END };
    static const zend_module_dep deps[] = { ZEND_MOD_REQUIRED("true_async") ZEND_MOD_END };
    zend_module_entry consumer_module_entry = { STANDARD_MODULE_HEADER_EX, NULL, deps, "consumer", functions,
        NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES };
    ZEND_GET_MODULE(consumer)
    C);
// One that uses nothing of the ABI and only says that it needs it.
file_put_contents("$dest/declares.c", <<<'C'
    #include "php.h"
    static const zend_module_dep deps[] = { ZEND_MOD_REQUIRED("true_async") ZEND_MOD_END };
    zend_module_entry declares_module_entry = { STANDARD_MODULE_HEADER_EX, NULL, deps, "declares", NULL,
        NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES };
    ZEND_GET_MODULE(declares)
    C);
$flags = preg_replace('/-I(\S+)/', "-I$dest\$1 -I\$1", $run($quoted($config, '--includes')));
foreach (['consumer', 'declares'] as $name) {
    echo $run((getenv('CC') ?: 'cc') . " -std=gnu11 -O1 -fPIC -shared -Wall -Werror $flags -o $dest/$name.so $dest/$name.c"), "\n";
}

$module = $dest . $run($quoted($config, '--extension-dir')) . '/true_async.so';
$php = fn(string ...$extensions) => $run($quoted(PHP_BINARY, '-n', '-d', 'display_startup_errors=1', '-d', 'html_errors=0')
    . implode('', array_map(fn($e) => ' -d ' . $quoted("extension=$e"), $extensions))
    . ' -r ' . $quoted('echo function_exists("consumer_sleep") ? "ready" : "missing";
        if (function_exists("consumer_sleep")) { Async\spawn(function () { echo " other"; }); consumer_sleep(1); echo " slept"; }
        echo extension_loaded("declares") ? " declared" : "";'));
$shorten = fn(string $text) => preg_replace(['/\(tried: \S+ \(\S+: /', '/\), \S+ \(.*$/m'], '… ', str_replace("$dest/", '', $text));

echo "right: ", $shorten($php($module, "$dest/consumer.so", "$dest/declares.so")), "\n";
echo "wrong order: ", $shorten($php("$dest/consumer.so", $module)), "\n";
echo "alone: ", $shorten($php("$dest/declares.so")), "\n";
echo "only declared, before: ", $shorten($php("$dest/declares.so", $module)), "\n";

$pc = parse_ini_string(preg_replace(['/^#.*\n/', '/^(\w+): (.*)$/m'], ['', '$1="$2"'], file_get_contents("$dest/pc/true_async.pc")));
var_dump($pc['async_api_version'], $pc['Version'] === phpversion('true_async'), $pc['Cflags'] === $run($quoted($config, '--includes')));
?>
--EXPECTF--
right: ready other slept declared
wrong order: Warning: PHP Startup: Unable to load dynamic library 'consumer.so' … undefined symbol: zend_async_%s
missing
alone: Warning: Cannot load module "declares" because required module "true_async" is not loaded in Unknown on line 0
missing
only declared, before: missing declared
string(6) "0.25.0"
bool(true)
bool(true)
