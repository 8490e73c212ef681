--TEST--
The examples of README.md run and do what it says
--DESCRIPTION--
Rules: SP-1, AW-6, CO-30, PP-1, PP-11
Order: independent
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/http.php';
$server = new HttpServer;

$readme = file_get_contents(__DIR__ . '/../../README.md');
preg_match_all('/^```php\n(.*?)^```$/ms', $readme, $blocks);
echo count($blocks[1]), " examples\n";
foreach ($blocks[1] as $code) {
    $delays = ['/after/600', '/after/650', '/after/700'];
    $code = preg_replace_callback('~https://[\w./-]+~', function () use (&$delays, $server) {
        return $server->url(array_shift($delays));
    }, $code);
    $start = hrtime(true);
    ['out' => $output, 'status' => $status] = child_php($code, ['extension' => shared_extensions('pdo', 'pdo_sqlite')]);
    $seconds = (hrtime(true) - $start) / 1e9;
    // The ticker's dots, one every 100 ms, come between the lines.
    $dots = preg_match_all('/^\.|(?<=bytes)\./m', $output);
    $lines = array_filter(preg_split('/\.*\n/', str_replace(":{$server->port}/", ':PORT/', $output)));
    echo "\n", implode("\n", $lines), "\n", 'status ', $status, $dots > 0 ? ', with dots' : '', $seconds < 1.7 ? '' : ", $seconds s", "\n";
}
--EXPECT--
3 examples

http://127.0.0.1:PORT/after/600: 9 bytes
http://127.0.0.1:PORT/after/650: 9 bytes
http://127.0.0.1:PORT/after/700: 9 bytes
status 0, with dots

not yet
finished
hello world
status 0

ann,cid
1 idle of 1
status 0
