--TEST--
IO handle: what is wrong is refused with an exception, and what was handed over is released
--DESCRIPTION--
Rules: ABI-31, ABI-156
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
require __DIR__ . '/../lib/io_handle.php';

$path = tempnam(sys_get_temp_dir(), 'io');
[$closed, $peer] = pair('local');
async_test_io_close($closed);
$file = async_test_io_open($path, 2);
$udp = async_test_udp_bind('127.0.0.1');
async_test_io_misuse($closed, $file, $udp);

echo "-- descriptors that do not fit\n";
[$of_file, $of_socket] = [async_test_io_about($file)['fd'], async_test_io_about($peer)['fd']];
$wrong = [[-1, TCP], [99_999, PIPE], [$of_file, TCP], [$of_file, UDP], [$of_socket, UDP], [$of_file, TTY], [$of_socket, 5]];
foreach ($wrong as [$fd, $type]) {
    echo attempt(fn() => async_test_io_create($fd, $type)), "\n";
}
// None of them was closed.
var_dump(async_test_io_descriptor($of_file, 'open'), async_test_io_descriptor($of_socket, 'open'));
finish($closed, $peer, $file, $udp);
unlink($path);
var_dump(async_test_counts()[0]);
--EXPECT--
ZEND_ASYNC_IO_READ(TEST_IO(closed), NULL, 10): NULL: Async\InputOutputException: The IO handle is closed
ZEND_ASYNC_IO_WRITE(TEST_IO(closed), "x", 1): NULL: Async\InputOutputException: The IO handle is closed
free_cb
ZEND_ASYNC_IO_WRITE_EX(TEST_IO(closed), "x", 1, tell_freed): NULL: Async\InputOutputException: The IO handle is closed
free_cb
ZEND_ASYNC_IO_WRITEV_EX(TEST_IO(closed), NULL, 0, tell_freed, NULL): NULL: Async\InputOutputException: The IO handle is closed
ZEND_ASYNC_IO_FLUSH(TEST_IO(closed)): NULL: Async\InputOutputException: The IO handle is closed
ZEND_ASYNC_IO_STAT(TEST_IO(closed), &stat): NULL: Async\InputOutputException: The IO handle is closed
ZEND_ASYNC_IO_SENDFILE(TEST_IO(closed), TEST_IO(file), 0, 1): NULL: Async\InputOutputException: The IO handle is closed
ZEND_ASYNC_IO_SENDFILE(TEST_IO(file), TEST_IO(closed), 0, 1): NULL: Async\InputOutputException: The IO handle is closed
ZEND_ASYNC_IO_SENDFILE(TEST_IO(file), TEST_IO(datagram), 0, 1): NULL: Async\InputOutputException: A file is sent from an open file handle
ZEND_ASYNC_IO_SENDFILE(TEST_IO(datagram), TEST_IO(file), 0, 1): NULL: Async\InputOutputException: A file cannot be sent to a datagram socket
ZEND_ASYNC_IO_READ(NULL, NULL, 10): NULL: Async\InputOutputException: An IO handle is required
ZEND_ASYNC_IO_STAT(TEST_IO(file), NULL): NULL: Async\InputOutputException: The status of a handle needs room
ZEND_ASYNC_IO_READ(TEST_IO(datagram), NULL, 10): NULL: Async\InputOutputException: A datagram socket is read with udp_recvfrom
free_cb
ZEND_ASYNC_IO_WRITE_EX(TEST_IO(datagram), "x", 1, tell_freed): NULL: Async\InputOutputException: A datagram socket is written with udp_sendto
free_cb
ZEND_ASYNC_IO_WRITEV_EX(TEST_IO(file), NULL, 0, tell_freed, NULL): NULL: Async\InputOutputException: A vectored write needs a stream
ZEND_ASYNC_UDP_RECVFROM(TEST_IO(file), 10): NULL: Async\InputOutputException: Datagrams need a datagram socket
ZEND_ASYNC_UDP_SENDTO(TEST_IO(file), "x", 1, NULL, 0): NULL: Async\InputOutputException: Datagrams need a datagram socket
ZEND_ASYNC_UDP_BIND("no.number", 0): NULL: Async\InputOutputException: A datagram socket is bound to a numeric address
ZEND_ASYNC_UDP_BIND("127.0.0.1", 65536): NULL: Async\InputOutputException: The port must be between 0 and 65535
ZEND_ASYNC_FS_OPEN(NULL, O_RDONLY, 0): NULL: Async\InputOutputException: A path is required
close of NULL true, of a closed one true; await of a closed one -1; seek of a closed one -1; try_send to a file negative
-- descriptors that do not fit
Async\InputOutputException: The descriptor cannot be used for input and output: Bad file descriptor (os error 9)
Async\InputOutputException: The descriptor cannot be used for input and output: Bad file descriptor (os error 9)
Async\InputOutputException: The descriptor cannot be used for input and output: Socket operation on non-socket (os error 88)
Async\InputOutputException: The descriptor cannot be used for input and output: Socket operation on non-socket (os error 88)
Async\InputOutputException: The descriptor cannot be used for input and output: Protocol wrong type for socket (os error 91)
Async\InputOutputException: The descriptor cannot be used for input and output: Inappropriate ioctl for device (os error 25)
Async\InputOutputException: The descriptor cannot be used for input and output: Invalid argument (os error 22)
bool(true)
bool(true)
int(0)
