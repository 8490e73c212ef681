--TEST--
SH-30: a fatal error while scandir() reads a directory of user space, or C code a pipe to its end, is an ordinary one
--DESCRIPTION--
Rules: SH-30, SH-31, io CX-13
Order: dependent
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../lib/fatal_error.php';

fatal_errors([
    'scandir' => 'scandir("slow://x");',
    'readdir' => '$d = opendir("slow://x"); while (readdir($d) !== false); echo "not reached";',
    'a pipe' => '$name = sys_get_temp_dir() . "/fifo" . getmypid(); posix_mkfifo($name, 0600); $GLOBALS["w"] = fopen($name, "r+");'
        . ' fwrite($GLOBALS["w"], "<html>"); spawn(function () use ($name) { delay(50); unlink($name); }); get_meta_tags($name);',
], ['extension' => shared_extensions('posix')], <<<'PHP'
    class Slow
    {
        public $context;
        private int $entries = 0;
        function dir_opendir() { return true; }
        function dir_readdir() { if ($this->entries++ > 3) return false; delay(1_000_000); return "name$this->entries"; }
        function dir_closedir() { return true; }
    }
    stream_wrapper_register('slow', 'Slow');
    PHP . "\n");
--EXPECT--
scandir: all right
readdir: all right
a pipe: all right
