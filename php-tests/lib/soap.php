<?php

declare(strict_types=1);

/*
 * A server that SOAP clients can ask: soap_client($server, 'd=0.02', [...])->echo($text) gets an object of the type Thing with
 * the text, and the version of SOAP that the request had. The query may ask for a delay (d, in seconds) or for a fault. It tells
 * how many calls it serves at once. PHP's server refuses a request whose first line comes in pieces, so such tests are not for
 * simulation (Order: dependent).
 */

require_once __DIR__ . '/server.php';

function start_soap_server(int $workers = 4): TestServer
{
    return start_php_server(<<<'PHP'
<?php
$lock = fopen(__DIR__ . '/count', 'c+');
function at_once(int $change): int
{
    global $lock;
    flock($lock, LOCK_EX);
    rewind($lock);
    [$now, $most] = explode(' ', fgets($lock) ?: '0 0');
    rewind($lock);
    $now += $change;
    fwrite($lock, sprintf("%05d %05d", $now, max($now, $most)));
    fflush($lock);
    flock($lock, LOCK_UN);
    return (int) $most;
}
if (isset($_GET['most'])) exit((string) at_once(0));
$request = file_get_contents('php://input');
at_once(1);
usleep((int) (1e6 * (float) ($_GET['d'] ?? 0)));
at_once(-1);
$new = str_contains($request, 'http://www.w3.org/2003/05/soap-envelope');
preg_match('~<param0( [^>]*)?>(.*?)</param0>~s', $request, $parameter);
header('Content-Type: text/xml; charset=utf-8');
if (isset($_GET['fault'])) {
    http_response_code(500);
    $body = '<SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring>refused</faultstring></SOAP-ENV:Fault>';
} else {
    $body = '<r xmlns="urn:t"><return xsi:type="ns1:Thing" xmlns:ns1="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        . '<text>' . ($parameter[2] ?? '') . '</text><version>' . ($new ? '1.2' : '1.1') . '</version></return></r>';
}
$namespace = $new ? 'http://www.w3.org/2003/05/soap-envelope' : 'http://schemas.xmlsoap.org/soap/envelope/';
echo "<?xml version=\"1.0\" encoding=\"UTF-8\"?><SOAP-ENV:Envelope xmlns:SOAP-ENV=\"$namespace\">"
    . "<SOAP-ENV:Body>$body</SOAP-ENV:Body></SOAP-ENV:Envelope>";
PHP, $workers);
}

function soap_client(TestServer|string $server, string $query = '', array $options = [],
    ?string $class = null, ?string $file = null): SoapClient
{
    $class ??= SoapClient::class;
    $url = is_string($server) ? $server : $server->url('/');
    return new $class($file, $options + ['location' => "$url?$query", 'uri' => 'urn:t']);
}

/** What a client got: class, text in hexadecimal digits, version. */
function soap_answer(mixed $answer): string
{
    return is_object($answer) && isset($answer->text)
        ? get_class($answer) . ' ' . bin2hex($answer->text) . " $answer->version" : var_export($answer, true);
}

/** The file of a description of it, for clients that map types to classes. */
function soap_description(): string
{
    $file = temporary_path('soap') . '.wsdl';
    file_put_contents($file, <<<'XML'
        <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" name="t"
          targetNamespace="urn:t" xmlns:tns="urn:t" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
         <types><xsd:schema targetNamespace="urn:t"><xsd:complexType name="Thing"><xsd:sequence>
           <xsd:element name="text" type="xsd:string"/><xsd:element name="version" type="xsd:string"/>
         </xsd:sequence></xsd:complexType></xsd:schema></types>
         <message name="ask"><part name="param0" type="xsd:string"/></message>
         <message name="tell"><part name="return" type="tns:Thing"/></message>
         <portType name="p"><operation name="echo"><input message="tns:ask"/><output message="tns:tell"/></operation></portType>
         <binding name="b" type="tns:p"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="echo"><soap:operation soapAction="urn:t#echo"/>
           <input><soap:body use="literal" namespace="urn:t"/></input>
           <output><soap:body use="literal" namespace="urn:t"/></output></operation></binding>
         <service name="s"><port name="q" binding="tns:b"><soap:address location="http://127.0.0.1:1/"/></port></service>
        </definitions>
        XML);
    return $file;
}
