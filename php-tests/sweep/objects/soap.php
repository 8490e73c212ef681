<?php

/*
 * Servers of SOAP for the methods that are tried.
 */

return [
    'SoapServer' => function (Side $s) {
        $server = new SoapServer(null, ['uri' => 'urn:sweep']);
        $server->addFunction('hello');
        return $server;
    },
];
