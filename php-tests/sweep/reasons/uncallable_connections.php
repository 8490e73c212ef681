<?php

/*
 * Functions of sockets that cannot be called in a test: a reason, and the functions.
 */

return [
    'A connection to this host is there at once.' => 'socket_addrinfo_connect',
];
