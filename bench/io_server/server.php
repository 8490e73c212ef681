<?php

declare(strict_types=1);

/* The file server of the extension: server.php DIRECTORY. Prints its port; ends when its standard input does. */

$port = io_server_files($argv[1], '127.0.0.1', 0);
echo $port, "\n";
fgets(STDIN);
io_server_stop($port);
