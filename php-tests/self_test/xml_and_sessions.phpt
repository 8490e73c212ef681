--TEST--
io chapter 10: SOAP, libxml's loaders and session files come to the hooks
--DESCRIPTION--
Rules: io P-4
Order: dependent
--SKIPIF--
<?php
foreach (['dom', 'simplexml', 'xmlreader', 'soap'] as $name) {
    if (!extension_loaded($name) && !is_file(ini_get('extension_dir') . "/$name.so")) die("skip needs $name");
}
?>
--INI--
async.io_trace=1
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

echo child_php('<?php ' . sprintf('require %s;', var_export(__DIR__ . '/../lib/trace.php', true)) . <<<'PHP'
    use function Async\spawn;

    ob_start();
    $answering = function (string $answer) {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        spawn(function () use ($server, $answer) {
            $connection = stream_socket_accept($server);
            fread($connection, 8192);
            fwrite($connection, "HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\n$answer");
        });
        return 'http://' . stream_socket_get_name($server, false) . '/';
    };
    $tcp = ['connect', 'poll|__poll_chk', 'send', 'recv'];
    expect_hits('simplexml_load_file', $tcp, fn() => simplexml_load_file($answering('<a/>')));
    expect_hits('XMLReader', $tcp, fn() => XMLReader::open($answering('<a/>'))->read());
    expect_hits('SoapClient', $tcp, function () use ($answering) {
        $answer = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><r/></e:Body></e:Envelope>';
        (new SoapClient(null, ['location' => $answering($answer), 'uri' => 'urn:a']))->f();
    });
    // FW-4: it does not suspend.
    expect_hits('session', ['open|open64', 'flock', 'close'], function () {
        session_save_path(sys_get_temp_dir());
        session_start(['use_cookies' => 0, 'use_only_cookies' => 0, 'cache_limiter' => '']);
        session_destroy();
    });
    PHP, ['extension' => shared_extensions('dom', 'simplexml', 'xmlreader', 'soap'), 'error_reporting' => E_ALL & ~E_DEPRECATED])['out'];
?>
--EXPECT--
simplexml_load_file: hit
XMLReader: hit
SoapClient: hit
session: hit
