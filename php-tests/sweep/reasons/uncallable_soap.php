<?php

/*
 * Methods of SOAP that cannot be called in a test: a reason, and the functions.
 */

return [
    'It ends the script.' => 'SoapServer::fault',
];
