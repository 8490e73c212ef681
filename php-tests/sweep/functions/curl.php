<?php

/*
 * cURL against the peer, with callbacks of PHP code, by one handle, several handles and shares.
 */

$url = fn(Side $s) => 'http://127.0.0.1:' . Servers::port('peer') . "/late/$s->name";
$handle = fn(Side $s, array $options = []) => $s->once(function () use ($s, $options, $url) {
    $handle = curl_init($url($s));
    curl_setopt_array($handle, $options + [CURLOPT_RETURNTRANSFER => true]);
    return $handle;
});
$multi = fn(Side $s) => $s->once(function () use ($s, $handle) {
    $multi = curl_multi_init();
    curl_multi_add_handle($multi, $handle($s));
    // As far as it goes without waiting for an answer.
    for ($i = 0; $i < 4; $i++) {
        curl_multi_exec($multi, $running);
        usleep(200);
    }
    return $multi;
});
$share = fn(Side $s) => $s->once(function () {
    $share = curl_share_init();
    curl_share_setopt($share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
    curl_share_setopt($share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
    curl_share_setopt($share, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
    return $share;
});
$peer = ['server' => 'peer'];
$run = ['call' => function (Side $s, array $args) {
    do {
        curl_multi_exec($args[0], $running);
        curl_multi_select($args[0], 0.5);
    } while ($running);
    $info = curl_multi_info_read($args[0]);
    return $info === false ? false : [$info['msg'], $info['result'], curl_multi_getcontent($info['handle'])];
}];

return [
    'curl_init' => fn(Side $s) => ['http://localhost/'],
    'curl_exec' => $peer + ['args' => fn(Side $s) => [$handle($s)]],
    'curl_exec#callbacks' => $peer + ['args' => fn(Side $s) => [$handle($s, [
        CURLOPT_WRITEFUNCTION => $s->callback(fn($handle, $data) => strlen($data), 'write'),
        CURLOPT_HEADERFUNCTION => $s->callback(fn($handle, $line) => strlen($line), 'header'),
        CURLOPT_NOPROGRESS => false,
        CURLOPT_XFERINFOFUNCTION => fn() => 0,
    ])], 'ignore' => ['operations']],
    'curl_exec#upload' => $peer + ['args' => fn(Side $s) => [$handle($s, [
        CURLOPT_POST => true,
        CURLOPT_INFILESIZE => strlen($s->text()),
        CURLOPT_UPLOAD => true,
        CURLOPT_INFILE => fopen($s->file(), 'r'),
    ])], 'ignore' => ['operations']],
    'curl_exec#file' => $peer + ['args' => fn(Side $s) => [$handle($s, [CURLOPT_FILE => fopen($s->real(''), 'w')])]],
    'curl_exec#shares' => $peer + [
        'args' => fn(Side $s) => [$handle($s, [CURLOPT_SHARE => $GLOBALS['sweep_share'] ??= $share($s)])],
    ],
    'curl_exec#post_fields' => $peer + ['args' => fn(Side $s) => [$handle($s, [
        CURLOPT_POSTFIELDS => ['name' => $s->word(), 'file' => new CURLFile($s->file(), 'text/plain', 'f')],
    ])], 'ignore' => ['operations', 'result']],
    'curl_multi_exec' => $peer + $run + ['args' => fn(Side $s) => [$multi($s)], 'ignore' => ['object'], 'shared' => false],
    'curl_multi_select' => $peer + ['args' => fn(Side $s) => [$multi($s), 0.5], 'ignore' => ['result']],
    'curl_multi_exec#callbacks' => $peer + $run + [
        'args' => function (Side $s) use ($handle) {
            $multi = curl_multi_init();
            curl_multi_add_handle($multi,
                $handle($s, [CURLOPT_WRITEFUNCTION => $s->callback(fn($handle, $data) => strlen($data), 'write')]));
            return [$multi];
        },
        'ignore' => ['operations'],
    ],
    'curl_multi_add_handle' => $peer + ['args' => fn(Side $s) => [curl_multi_init(), $handle($s)]],
    'curl_multi_remove_handle' => $peer + ['args' => function (Side $s) use ($handle) {
        $multi = curl_multi_init();
        curl_multi_add_handle($multi, $one = $handle($s));
        return [$multi, $one];
    }],
    'curl_multi_close, curl_multi_errno' => $peer + ['args' => fn(Side $s) => [$multi($s)]],
    'curl_multi_info_read' => $peer + ['args' => fn(Side $s) => [$multi($s)],
        'result' => fn($info) => is_array($info) ? $info['msg'] : $info],
    'curl_multi_setopt' => $peer + ['args' => fn(Side $s) => [$multi($s), CURLMOPT_PIPELINING, 0]],
    'curl_close, curl_errno, curl_error, curl_reset, curl_upkeep, curl_multi_getcontent' => $peer
        + ['args' => fn(Side $s) => [$handle($s)]],
    'curl_copy_handle' => $peer + ['args' => fn(Side $s) => [$handle($s)]],
    'curl_getinfo' => $peer + ['args' => fn(Side $s) => [$handle($s), CURLINFO_EFFECTIVE_URL], 'ignore' => ['result']],
    'curl_escape, curl_unescape' => $peer + ['args' => fn(Side $s) => [$handle($s), $s->word() . ' %20']],
    'curl_pause' => $peer + ['args' => fn(Side $s) => [$handle($s), CURLPAUSE_CONT]],
    'curl_setopt' => $peer + ['args' => fn(Side $s) => [$handle($s), CURLOPT_USERAGENT, $s->word()]],
    'curl_setopt_array' => $peer + ['args' => fn(Side $s) => [$handle($s), [CURLOPT_USERAGENT => $s->word()]]],
    'curl_share_close, curl_share_errno' => fn(Side $s) => [$share($s)],
    'curl_share_setopt' => fn(Side $s) => [$share($s), CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION],
];
