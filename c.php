<?php use Async\{Signal,FileSystemWatcher}; use function Async\{signal,spawn,await,delay}; @mkdir("/tmp/w/d"); register_shutdown_function(function(){ echo "shutdown\n";  });
$w = new FileSystemWatcher("/tmp/w/d");
