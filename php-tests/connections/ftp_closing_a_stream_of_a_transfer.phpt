--TEST--
SO-6: fclose() of a stream waits for ftp_nb_continue(), which goes on with it; behind it the transfer cannot go on
--DESCRIPTION--
Rules: io SO-6
Order: independent
--SKIPIF--
<?php
require __DIR__ . '/../lib/services.php';
if ($why = missing_for('ftp', 'vsftpd')) die("skip $why");
?>
--FILE--
<?php
require __DIR__ . '/../lib/services.php';

$server = start_ftp();
echo child_with('ftp', $server, <<<'PHP'
    // A filter whose function waits: C code is in the middle of the stream meanwhile.
    class Slow extends php_user_filter
    {
        public static bool $waits = false;
        public static int $inside = 0;

        public function filter($in, $out, &$consumed, bool $closing): int
        {
            while ($bucket = stream_bucket_make_writeable($in)) {
                $consumed += $bucket->datalen;
                stream_bucket_append($out, $bucket);
            }
            if (self::$waits && !$closing) {
                self::$inside++;
                delay(30);
                self::$inside--;
            }
            return PSFS_PASS_ON;
        }
    }
    stream_filter_register('slow', Slow::class);
    $connect = function () use ($host, $port) {
        $ftp = ftp_connect($host, $port);
        ftp_login($ftp, 'anonymous', 'test');
        ftp_pasv($ftp, true);
        ftp_chdir($ftp, '/a');
        return $ftp;
    };
    $ftp = $connect();
    $text = implode("\n", range(1, 60000));
    file_put_contents("$dir/local", $text);
    ftp_put($ftp, 'file', "$dir/local", FTP_BINARY);
    $begin = [
        'get' => fn($ftp, $local) => ftp_nb_fget($ftp, $local, 'file', FTP_BINARY),
        'put' => fn($ftp, $local) => ftp_nb_fput($ftp, 'other', $local, FTP_BINARY),
    ];
    foreach ($begin as $name => $function) {
        $local = fopen("$dir/local", $name === 'get' ? 'w' : 'r');
        stream_filter_append($local, 'slow');
        Slow::$waits = false;
        $state = $function($ftp, $local);
        echo "$name: ", $state === FTP_MOREDATA ? 'begun, ' : 'ended, ';
        Slow::$waits = true;
        $going_on = spawn(function () use ($ftp) {
            do {
                $state = ftp_nb_continue($ftp);
                if (Slow::$inside) echo 'still inside, ';
                suspend();
            } while (Slow::$waits && $state === FTP_MOREDATA);
            return $state;
        });
        while (!Slow::$inside) {
            delay(1);
        }
        $closing = spawn(fclose(...), $local);
        delay(5);
        echo $closing->isCompleted() ? 'closed' : 'waits', ', ', get_resource_type($local), ', ';
        Slow::$waits = false;
        echo await($closing) ? 'closed, ' : 'not closed, ';
        echo await($going_on) === FTP_MOREDATA ? 'not at its end, ' : 'at its end, ';
        // What is allocated now may lie where the stream was.
        $others = array_map(fn() => fopen("$dir/another", 'w+'), range(1, 20));
        try {
            while (ftp_nb_continue($ftp) === FTP_MOREDATA);
            echo "ended";
        } catch (Error $e) {
            echo $e->getMessage();
        }
        echo filesize("$dir/another") ? ', in another file' : '', "\n";
        array_map(fclose(...), $others);
        $ftp = $connect();
        file_put_contents("$dir/local", $text);
    }
    PHP);
?>
--EXPECT--
get: begun, waits, Unknown, closed, not at its end, The stream of the transfer was closed
put: begun, waits, Unknown, closed, not at its end, The stream of the transfer was closed
