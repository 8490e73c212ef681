<?php

/*
 * SOAP: clients of the peer, descriptions in files of the wrapper, servers whose functions take their time.
 */

$options = fn(Side $s) => ['location' => 'http://127.0.0.1:' . Servers::port('peer') . "/soap/$s->name",
    'uri' => 'urn:sweep', 'trace' => true];
$wsdl = fn(Side $s) => $s->file('<?xml version="1.0"?><definitions name="sweep" targetNamespace="urn:sweep" xmlns:tns="urn:sweep"'
    . ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" '
        . 'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns="http://schemas.xmlsoap.org/wsdl/">'
    . '<import namespace="urn:sweep" location="'
        . $s->file('<?xml version="1.0"?><definitions targetNamespace="urn:sweep" xmlns:tns="urn:sweep"'
        . ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://schemas.xmlsoap.org/wsdl/">'
            . '<message name="ask"><part name="text" type="xsd:string"/>'
        . '</message><message name="answer"><part name="return" type="xsd:string"/></message></definitions>', "messages_$s->name.wsdl")
    . '"/><portType name="port"><operation name="hello_' . $s->name
        . '"><input message="tns:ask"/><output message="tns:answer"/></operation></portType>'
    . '<binding name="binding" type="tns:port"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>'
    . '<operation name="hello_' . $s->name
        . '"><soap:operation soapAction="urn:sweep#hello"/><input><soap:body use="literal" namespace="urn:sweep"/></input>'
    . '<output><soap:body use="literal" namespace="urn:sweep"/></output></operation></binding>'
    . '<service name="service"><port name="port" binding="tns:binding"><soap:address location="http://127.0.0.1:1/'
        . $s->name . '"/></port></service>'
    . '</definitions>', "service_$s->name.wsdl");
$request = fn(Side $s, string $function = 'hello') =>
    '<?xml version="1.0"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"'
    . ' xmlns:ns1="urn:sweep" xmlns:xsd="http://www.w3.org/2001/XMLSchema" '
        . 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><SOAP-ENV:Body>'
    . "<ns1:$function><text xsi:type=\"xsd:string\">{$s->word()}</text></ns1:$function></SOAP-ENV:Body></SOAP-ENV:Envelope>";
$client = ['server' => 'peer', 'object' => fn(Side $s) => new SoapClient(null, $options($s)), 'ignore' => ['object']];
$asked = ['object' => fn(Side $s) => tap(new SoapClient(null, $options($s)),
    fn($client) => $client->__soapCall('hello', ['text']))] + $client;

return [
    'SoapClient::__construct' => ['args' => fn(Side $s) => [$wsdl($s), ['cache_wsdl' => WSDL_CACHE_NONE]],
        'result' => fn($client) => $client->__getFunctions()],
    'SoapClient::__soapCall' => $client + ['args' => fn(Side $s) => ['hello', [$s->word()]]],
    'SoapClient::__soapCall#wsdl' => [
        'object' => fn(Side $s) => new SoapClient($wsdl($s), $options($s) + ['cache_wsdl' => WSDL_CACHE_NONE]),
        'args' => fn(Side $s) => ["hello_$s->name", [$s->word()]],
    ] + $client,
    'SoapClient::__soapCall#class_map' => [
        'object' => fn(Side $s) => new SoapClient($wsdl($s), $options($s) + [
            'cache_wsdl' => WSDL_CACHE_NONE,
            'typemap' => [['type_ns' => 'http://www.w3.org/2001/XMLSchema', 'type_name' => 'string',
                'to_xml' => $s->callback(fn($text) => "<x>$text</x>", 'to xml'), 'from_xml' => $s->callback(strip_tags(...), 'from xml')]],
        ]),
        'args' => fn(Side $s) => ["hello_$s->name", [$s->word()]],
    ] + $client,
    'SoapClient::__call' => $client + ['args' => fn(Side $s) => ['hello', [$s->word()]]],
    'SoapClient::__doRequest' => $client + ['args' => fn(Side $s) => [$request($s), $options($s)['location'], 'urn:sweep#hello', SOAP_1_1]],
    'SoapClient::__getFunctions, SoapClient::__getTypes' => $client + ['args' => fn() => []],
    'SoapClient::__getLastRequest, SoapClient::__getLastResponse, '
        . 'SoapClient::__getLastRequestHeaders, SoapClient::__getCookies' => $asked + ['args' => fn() => []],
    'SoapClient::__getLastResponseHeaders' => $asked + ['args' => fn() => []],
    'SoapClient::__setCookie' => $client + ['args' => fn(Side $s) => ['name', $s->word()]],
    'SoapClient::__setSoapHeaders' => $client + ['args' => fn(Side $s) => [new SoapHeader('urn:sweep', 'head', $s->word())]],
    'SoapClient::__setLocation' => $client + ['args' => fn(Side $s) => ["http://127.0.0.1:1/$s->name"]],
    'SoapServer::__construct' => fn(Side $s) => [$wsdl($s), ['cache_wsdl' => WSDL_CACHE_NONE]],
    'SoapServer::handle' => ['args' => fn(Side $s) => [$request($s)], 'ignore' => ['object'], 'result' => fn($result) => $result],
    'SoapServer::handle#object' => [
        'object' => fn(Side $s) => tap(new SoapServer(null, ['uri' => 'urn:sweep']),
            fn($server) => $server->setObject(new SlowObject($s->values()))),
        'args' => fn(Side $s) => [$request($s, 'anything')],
        'ignore' => ['object'],
    ],
    'SoapServer::addFunction' => fn() => ['strrev'],
    'SoapServer::addSoapHeader' => fn(Side $s) => [new SoapHeader('urn:sweep', 'head', $s->word())],
    'SoapServer::setClass' => fn() => ['ArrayObject'],
    'SoapServer::setObject' => fn(Side $s) => [new SlowObject($s->values())],
    'SoapServer::setPersistence' => fn() => [SOAP_PERSISTENCE_REQUEST],
];
