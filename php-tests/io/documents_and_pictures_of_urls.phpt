--TEST--
io 10: what PHP and libxml load from a URL by other functions than those for files is waited for at one time, too
--DESCRIPTION--
Rules: io ST-1
Order: independent
--SKIPIF--
<?php
foreach (['xml', 'dom', 'simplexml', 'xmlreader', 'zlib'] as $name) {
    if (!extension_loaded($name) && !is_file(ini_get('extension_dir') . "/$name.so")) die("skip needs $name");
}
?>
--FILE--
<?php
require __DIR__ . '/../lib/child.php';

$code = <<<'PHP'
    <?php
    use function Async\{spawn, await};
    require 'LIB/watchdog.php';
    require 'LIB/http.php';
    watchdog();
    const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    $server = new HttpServer;
    // The server answers when all of them have asked.
    $url = fn(string $name) => $server->url('/together/COUNT/' . urlencode("<a><b>$name</b></a>"));
    $all = [
        'simplexml_load_file()' => fn($url) => (string) simplexml_load_file($url)->b,
        'new SimpleXMLElement' => fn($url) => (string) (new SimpleXMLElement($url, 0, true))->b,
        'XMLReader::open()' => function ($url) {
            for ($reader = XMLReader::open($url); $reader->read() && $reader->name !== 'b';);
            return $reader->readString();
        },
        'DOMDocument::load()' => function ($url) {
            $document = new DOMDocument;
            return $document->load($url) ? $document->documentElement->textContent : false;
        },
        'DOMDocument::loadHTMLFile()' => function ($url) {
            $document = new DOMDocument;
            return @$document->loadHTMLFile($url) ? $document->documentElement->textContent : false;
        },
        'getimagesize()' => fn() => getimagesize($server->url('/together/COUNT/' . urlencode(base64_decode(GIF))))['mime'],
        'get_headers()' => fn($url) => get_headers($url)[0],
        'md5_file()' => fn($url) => md5_file($url) === md5('<a><b>md5_file()</b></a>'),
        'compress.zlib://' => fn($url) => file_get_contents("compress.zlib://$url"),
        'gzopen()' => fn($url) => gzgets(gzopen($url, 'r')),
    ];
    foreach ($all as $name => $load) $loads[$name] = spawn($load, $url($name));
    foreach ($loads as $name => $load) echo "$name: ", json_encode(await($load), JSON_UNESCAPED_SLASHES), "\n";
    PHP;
$count = preg_match_all("/^ +'.*=> f(n|unction) ?\\(/m", $code);
echo child_php(strtr($code, ['LIB' => __DIR__ . '/../lib', 'COUNT' => $count]),
    with_extensions('pcntl', 'xml', 'dom', 'simplexml', 'xmlreader', 'zlib'), seconds: 20)['out'];
?>
--EXPECT--
simplexml_load_file(): "simplexml_load_file()"
new SimpleXMLElement: "new SimpleXMLElement"
XMLReader::open(): "XMLReader::open()"
DOMDocument::load(): "DOMDocument::load()"
DOMDocument::loadHTMLFile(): "DOMDocument::loadHTMLFile()"
getimagesize(): "image/gif"
get_headers(): "HTTP/1.0 200 OK"
md5_file(): true
compress.zlib://: "<a><b>compress.zlib://</b></a>"
gzopen(): "<a><b>gzopen()</b></a>"
