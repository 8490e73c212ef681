--TEST--
The object of a channel comes with a reference of its own, and the channel keeps that of its maker
--DESCRIPTION--
Rules: ABI-141, ABI-145
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
$channel = async_test_channel_object();
$channel->send('sent');
var_dump($channel->recv());
unset($channel);
echo "end\n";
--EXPECT--
the same true, references 3
references 1
string(4) "sent"
end
