--TEST--
EG-7: while SoapClient loads a description, others load documents, with their own stream context; URLs stay as forbidden as they were
--DESCRIPTION--
Rules: io EG-7
Order: independent
--EXTENSIONS--
dom
soap
--INI--
soap.wsdl_cache_enabled=0
allow_url_fopen=0
--SKIPIF--
<?php
?>
--FILE--
<?php
use function Async\{spawn, await, suspend};

final class Seen
{
    public static array $names = [];
    public static bool $loading = false;
    public $context;
    private string $text;
    public function stream_open($path)
    {
        $header = stream_context_get_options($this->context)['http']['header'] ?? 'none';
        self::$names[$path] = str_contains($header, 'secret') ? 'secret' : $header;
        $this->text = str_contains($path, 'wsdl') ? <<<'XML'
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" name="d"
              targetNamespace="urn:d" xmlns:tns="urn:d">
             <portType name="p"><operation name="o"/></portType>
             <binding name="b" type="tns:p"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
              <operation name="o"><soap:operation soapAction="o"/></operation></binding>
             <service name="s"><port name="q" binding="tns:b"><soap:address location="http://127.0.0.1:1/"/></port></service>
            </definitions>
            XML : '<r/>';
        return true;
    }
    public function stream_read($count)
    {
        self::$loading = true;
        suspend();
        $part = substr($this->text, 0, 50);
        $this->text = substr($this->text, 50);
        return $part;
    }
    public function stream_eof() { return $this->text === ''; }
    public function stream_stat() { return []; }
    public function url_stat() { return []; }
}
stream_wrapper_register('seen', Seen::class);
$context = stream_context_create(['http' => ['header' => 'Authorization: secret']]);
$client = spawn(fn() => (new SoapClient('seen://wsdl', ['stream_context' => $context]))->__getFunctions());
while (!Seen::$loading) suspend();
foreach ([1, 2] as $i) $others[] = spawn(fn() => (new DOMDocument)->load("seen://$i"));
foreach ($others as $other) echo await($other) ? 'loaded' : 'failed', "\n";
// A wrapper of this kind is a URL.
stream_wrapper_register('url', Seen::class, STREAM_IS_URL);
Seen::$loading = false;
$clients = array_map(fn($i) => spawn(fn() => @new SoapClient("url://wsdl$i")), [1, 2]);
while (!Seen::$loading) suspend();
var_dump(@file_get_contents('url://none'));
foreach ($clients as $other) var_dump(get_class(await($other)));
var_dump(@file_get_contents('url://none'));
echo count(await($client)), "\n";
(new DOMDocument)->load('seen://main');
Seen::$names = array_filter(Seen::$names, fn($path) => str_starts_with($path, 'seen'), ARRAY_FILTER_USE_KEY);
ksort(Seen::$names);
print_r(Seen::$names);
--EXPECT--
loaded
loaded
bool(false)
string(10) "SoapClient"
string(10) "SoapClient"
bool(false)
1
Array
(
    [seen://1] => none
    [seen://2] => none
    [seen://main] => none
    [seen://wsdl] => secret
)
