--TEST--
FW-2: a description that several SOAP clients load at once is loaded once and stays whole; others load at the same time
--DESCRIPTION--
Rules: io FW-2
Order: dependent
--EXTENSIONS--
soap
--INI--
soap.wsdl_cache=2
soap.wsdl_cache_enabled=1
allow_url_fopen=1
--FILE--
<?php
use function Async\{spawn, await, suspend};

final class Slow
{
    public static array $opened = [];
    public static int $open = 0;
    public static int $most = 0;
    public $context;
    private string $text;
    public function stream_open($path)
    {
        self::$opened[] = $path;
        self::$most = max(self::$most, ++self::$open);
        $name = substr($path, 7);
        $this->text = <<<XML
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" name="d"
              targetNamespace="urn:d" xmlns:tns="urn:d">
             <portType name="p"><operation name="$name"/></portType>
             <binding name="b" type="tns:p"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
              <operation name="$name"><soap:operation soapAction="o"/></operation></binding>
             <service name="s"><port name="q" binding="tns:b"><soap:address location="http://127.0.0.1:1/"/></port></service>
            </definitions>
            XML;
        return true;
    }
    public function stream_read($count)
    {
        suspend();
        $part = substr($this->text, 0, 100);
        $this->text = substr($this->text, 100);
        return $part;
    }
    public function stream_eof() { return $this->text === ''; }
    public function stream_close() { self::$open--; }
    public function stream_stat() { return []; }
    public function url_stat() { return []; }
}
stream_wrapper_register('slow', Slow::class);
foreach (['one', 'one', 'two', 'one', 'two'] as $i => $name) {
    $clients[] = spawn(fn() => $i === 1 ? new SoapServer("slow://$name") : new SoapClient("slow://$name"));
}
foreach ($clients as &$client) $client = await($client);
unset($client);
foreach ($clients as $client) {
    echo get_class($client), ' ', implode(', ', $client instanceof SoapClient ? $client->__getFunctions() : $client->getFunctions()), "\n";
}
print_r(array_count_values(Slow::$opened));
echo Slow::$most, " at once\n";
--EXPECT--
SoapClient void one()
SoapServer 
SoapClient void two()
SoapClient void one()
SoapClient void two()
Array
(
    [slow://one] => 1
    [slow://two] => 1
)
2 at once
