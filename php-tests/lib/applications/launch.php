<?php
/** Prepended to scripts that shall run with the scheduler launched, as its main coroutine. */

Async\spawn(fn() => null);
