<?php

/*
 * Functions that wait without letting anything else go on, although the rules say that they should not: a reason, and the
 * functions. They count as not reached.
 */

return [
];
