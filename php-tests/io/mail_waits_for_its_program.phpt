--TEST--
io 10: mail() and mb_send_mail() wait for the program that takes the mail while others run; it gets the same bytes as in stock PHP
--DESCRIPTION--
Rules: io EXE-7
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
    use function Async\{spawn, await, await_all_or_fail, suspend};
    require 'LIB/watchdog.php';
    watchdog();
    const DIR = 'DIRECTORY';

    /** What mail() said, and what the program was given. */
    function sent(string $mail, string $body, string $name, int $status = 0, int $count = 1): array
    {
        error_clear_last();
        $headers = ['X-Test' => 'yes', 'Cc' => 'carbon@example.org'];
        $result = @$mail('to@example.org', "with a subject \u{e9}", $body, $headers, "$name $status $count");
        return [$result, error_get_last()['message'] ?? null, file_get_contents(DIR . "/$name")];
    }
    $bodies = ['short' => "a line\n.\nanother one", 'long' => str_repeat("a long line of it \x01\xff\r\n", 20_000), 'empty' => ''];
    $all = [];
    foreach (['mail', 'mb_send_mail'] as $mail) {
        foreach ($bodies as $name => $body) $all["$mail of something $name"] = [$mail, $body, "$mail-$name"];
        foreach ([1, 75, 255] as $status) $all["$mail, status $status"] = [$mail, 'body', "$mail-$status", $status];
    }
    $stock = array_map(fn(array $arguments) => sent(...$arguments), $all);
    echo $stock['mail of something short'][2], "\n";
    array_map(unlink(...), glob(DIR . '/*'));

    // None ends before all are there.
    $coroutines = array_map(fn(array $arguments) => spawn(sent(...), ...$arguments + [3 => 0, 4 => count($all)]), $all);
    foreach ($coroutines as $name => $coroutine) {
        [$result, , $bytes] = $got = await($coroutine);
        echo "$name: ", json_encode($result), $got === $stock[$name] ? ', as stock' : ' NOT AS STOCK', ', bytes ', strlen($bytes), "\n";
    }
    PHP;
$sendmail = __DIR__ . "/../lib/sendmail $dir";
echo child_php(strtr($code, ['LIB' => __DIR__ . '/../lib', 'DIRECTORY' => $dir]), ['sendmail_path' => $sendmail]
    + with_extensions('pcntl', 'mbstring'), seconds: 20)['out'];
?>
--EXPECT--
To: to@example.org
Subject: with a subject é
X-Test: yes
Cc: carbon@example.org

a line
.
another one

mail of something short: true, as stock, bytes 109
mail of something long: true, as stock, bytes 440089
mail of something empty: true, as stock, bytes 89
mail, status 1: false, as stock, bytes 93
mail, status 75: false, as stock, bytes 93
mail, status 255: false, as stock, bytes 93
mb_send_mail of something short: true, as stock, bytes 226
mb_send_mail of something long: true, as stock, bytes 602304
mb_send_mail of something empty: true, as stock, bytes 198
mb_send_mail, status 1: false, as stock, bytes 206
mb_send_mail, status 75: false, as stock, bytes 206
mb_send_mail, status 255: false, as stock, bytes 206
