--TEST--
CX-9: a cancelled mail() leaves at once without a warning; its program goes on with what it got, and is no zombie when it ends
--DESCRIPTION--
Rules: io CX-9, io CX-1, io CX-4
Order: independent
--EXTENSIONS--
mbstring
--FILE--
<?php
require __DIR__ . '/../lib/child.php';
require __DIR__ . '/../lib/temporary.php';

$dir = temporary_directory();
$code = <<<'PHP'
    <?php
    use function Async\{spawn, await};
    require 'LIB/watchdog.php';
    watchdog();
    const DIR = 'DIRECTORY';
    foreach (['mail', 'mb_send_mail'] as $mail) {
        // It waits for three more of its kind.
        $sends = spawn($mail, 'to@example.org', 'subject', 'the body', [], "$mail 0 4");
        while ((int) @file_get_contents($file = DIR . "/$mail.pid") === 0) usleep(1000);
        $state = '/proc/' . (int) file_get_contents($file) . '/status';
        $sends->cancel();
        try {
            await($sends);
        } catch (Async\AsyncCancellation) {
            echo "$mail: cancelled";
        }
        usleep(20_000);
        echo preg_match('/^State:\s+[^Z]/m', @file_get_contents($state) ?: '') ? ', the program runs' : ', the program has ended';
        for ($i = 0; $i < 3; $i++) touch(DIR . "/$i.pid");
        while (@file_get_contents($state) !== false) usleep(1000);
        // mb_send_mail() encodes it.
        $last = array_slice(file(DIR . "/$mail", FILE_IGNORE_NEW_LINES), -1)[0];
        echo ', is not a zombie, has "', $mail === 'mail' ? $last : base64_decode($last), "\"\n";
        array_map(unlink(...), glob(DIR . '/*'));
    }
    PHP;
$sendmail = __DIR__ . "/../lib/sendmail $dir";
echo child_php(strtr($code, ['LIB' => __DIR__ . '/../lib', 'DIRECTORY' => $dir]), ['sendmail_path' => $sendmail]
    + with_extensions('pcntl', 'mbstring'), seconds: 20)['out'];
?>
--EXPECT--
mail: cancelled, the program runs, is not a zombie, has "the body"
mb_send_mail: cancelled, the program runs, is not a zombie, has "the body"
