--TEST--
SD-25: a coroutine alone in the queue continues at once when it suspends
--DESCRIPTION--
Rules: SD-25, SU-2
Order: independent
--FILE--
<?php
use function Async\{spawn, suspend, await};

for ($i = 1; $i <= 3; $i++) { echo "main $i\n"; suspend(); }
await(spawn(function () { for ($i = 1; $i <= 3; $i++) { echo "c $i\n"; suspend(); } }));
echo "end\n";
--EXPECT--
main 1
main 2
main 3
c 1
c 2
c 3
end
