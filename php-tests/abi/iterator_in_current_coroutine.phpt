--TEST--
An iterator of C code handles elements of arrays and Traversables concurrently, up to its limit, and stops when told or when one fails
--DESCRIPTION--
Rules: ABI-143, ABI-50
Order: independent
--SKIPIF--
<?php if (!extension_loaded('async_abi_test')) die('skip needs async_abi_test'); ?>
--FILE--
<?php
function numbers() {
    foreach ([1, 2, 3, 4] as $n) {
        yield "key$n" => $n;
    }
}
echo "-- nothing suspends\n";
async_test_iterator([1, 2, 3, 4, 5], 0);
echo "-- any number\n";
async_test_iterator([1, 2, 3, 4, 5], 0, 20);
echo "-- two at a time\n";
async_test_iterator([1, 2, 3, 4, 5], 2, 1);
echo "-- one at a time, of a generator\n";
async_test_iterator(numbers(), 1, 1);
echo "-- any number, of a generator\n";
async_test_iterator(new ArrayIterator([1, 2, 3]), 0, 20);
echo "-- FAILURE\n";
async_test_iterator([1, 2, 3, 4, 5], 1, 1, 0, 2);
echo "-- exception\n";
async_test_iterator([1, 2, 3, 4, 5], 1, 1, 3);
echo "-- exception while others are handled\n";
async_test_iterator(array_merge([7], range(1, 3)), 1000, 1, 7);
echo "-- none\n";
async_test_iterator([], 0);
echo "counts: ", implode(' ', async_test_counts()), "\n";
?>
--EXPECTREGEX--
-- nothing suspends
run: calls 5, most at once 1, sum 15, cancelled 0, stored nothing, counter 1
run: no exception
run again: Error: The iterator has been run already
extended_dtor calls 1
-- any number
run: calls 5, most at once 5, sum 15, cancelled 0, stored nothing, counter 1
run: no exception
run again: Error: The iterator has been run already
extended_dtor calls 1
-- two at a time
run: calls 5, most at once 2, sum 15, cancelled 0, stored nothing, counter 1
run: no exception
run again: Error: The iterator has been run already
extended_dtor calls 1
-- one at a time, of a generator
run: calls 4, most at once 1, sum 10000, cancelled 0, stored nothing, counter 1
run: no exception
run again: Error: The iterator has been run already
extended_dtor calls 1
-- any number, of a generator
run: calls 3, most at once 3, sum 6, cancelled 0, stored nothing, counter 1
run: no exception
run again: Error: The iterator has been run already
extended_dtor calls 1
-- FAILURE
run: calls 2, most at once 1, sum 3, cancelled 0, stored nothing, counter 1
run: no exception
run again: Error: The iterator has been run already
extended_dtor calls 1
-- exception
run: calls 3, most at once 1, sum 6, cancelled 0, stored Error, counter 1
run: no exception
run again: Error: The iterator has been run already
extended_dtor calls 1
-- exception while others are handled
run: calls 4, most at once 4, sum \d+, cancelled \d, stored Error, counter 1
run: no exception
run again: Error: The iterator has been run already
extended_dtor calls 1
-- none
run: calls 0, most at once 0, sum 0, cancelled 0, stored nothing, counter 1
run: no exception
run again: Error: The iterator has been run already
extended_dtor calls 1
counts: 0 1
