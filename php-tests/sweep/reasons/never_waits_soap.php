<?php

/*
 * Methods of SOAP that have nothing to wait for: a reason, and the functions.
 */

return [
    'It works on what the object holds.' => '
        SoapServer::getFunctions SoapClient::__getFunctions SoapClient::__getTypes SoapClient::__getLastRequest
        SoapClient::__getLastResponse SoapClient::__getLastRequestHeaders SoapClient::__getLastResponseHeaders SoapClient::__getCookies
        SoapClient::__setCookie SoapClient::__setSoapHeaders SoapClient::__setLocation SoapServer::addSoapHeader SoapServer::addFunction
        SoapServer::setPersistence SoapServer::setClass SoapServer::setObject',
];
