<?php
/**
 * A time in milliseconds that leaves room for a few lines of PHP on this run: longer under an instrument that makes PHP
 * slower (TEST_UNDER). For tests in which one thing must be over before another is due.
 */
function scaled_ms(int $ms): int
{
    return getenv('TEST_UNDER') ? $ms * 20 : $ms;
}
