<?php

/*
 * Memcached and Memcache, with arguments by the names of parameters. Keys are of one case, and there are some of both sides.
 */

$key = function (Side $s, string $kind = 'key'): string {
    return "{$kind}_$s->name";
};
$values = [
    'key' => $key,
    'keys' => fn(Side $s) => [$key($s), $key($s, 'number')],
    'items' => fn(Side $s) => [$key($s) => $s->word(), $key($s, 'new') => $s->values()],
    'server_key' => fn() => 'one',
    'value' => fn(Side $s) => $s->word(),
    'cas_token' => fn() => '1',
    'expiration' => fn() => 100,
    'host' => fn() => '127.0.0.1',
    'port' => fn() => Servers::port('memcached'),
    'tcp_port' => fn() => Servers::port('memcached'),
    'servers' => fn() => [['127.0.0.1', Servers::port('memcached')]],
    'option' => fn() => -1001,
    'options' => fn() => [-1001 => true],
    'host_map' => fn() => [0],
    'forward_map' => fn() => null,
    'replicas' => fn() => 1,
    'threshold' => fn() => 100,
];
// What is about the server is not compared.
$varies = '/stats|version|allkeys|server(list|bykey|status)|findserver|lastdisconnected/i';
$fill = function (object $cache, Side $s) use ($key): object {
    foreach (['a', 'b'] as $name) {
        $side = new Side($name, $s->dir);
        $cache->set($key($side), "value of $name");
        $cache->set($key($side, 'number'), $name === 'a' ? 10 : 20);
        $cache->delete($key($side, 'new'));
    }
    $s->meet();
    return $cache;
};

$spelling = fn(int $n): string => substr_replace('localhost', strtoupper('localhost'[$n % 9]), $n % 9, 1);

$recipes = [];
if (class_exists('Memcached')) {
    $memcached = fn(Side $s) => $fill(tap(new Memcached(), fn($cache) => $cache->addServer('127.0.0.1', Servers::port('memcached'))), $s);
    $recipes += recipes_by_names(own_methods('Memcached'), $values, ['object' => $memcached]);
    foreach (['get', 'getByKey'] as $name) {
        $recipes["Memcached::$name#callback"] = [
            'object' => $memcached,
            'args' => fn(Side $s) => [...($name === 'getByKey' ? ['one'] : []),
                $key($s, 'missing'), $s->callback(fn($cache, $key, &$value) => false)],
            'ignore' => ['args', 'object', 'operations'],
        ];
    }
    foreach (['getDelayed', 'getDelayedByKey'] as $name) {
        $recipes["Memcached::$name"]['shared'] = false;
        $recipes["Memcached::$name#callback"] = [
            'object' => $memcached,
            'args' => fn(Side $s) => [...($name === 'getDelayedByKey' ? ['one'] : []), [$key($s)], false, $s->callback()],
            'ignore' => ['args', 'object', 'operations'],
        ];
    }
    foreach (['fetch', 'fetchAll'] as $name) {
        $recipes["Memcached::$name"] = ['object' => fn(Side $s) => tap($memcached($s),
            fn($cache) => $cache->getDelayed([$key($s), $key($s, 'number')])), 'shared' => false]
            + $recipes["Memcached::$name"];
    }
    foreach (['append', 'appendByKey', 'prepend', 'prependByKey'] as $name) {
        $recipes["Memcached::$name"]['object'] = fn(Side $s) => tap($memcached($s),
            fn($cache) => $cache->setOption(Memcached::OPT_COMPRESSION, false));
    }
    $recipes['Memcached::setOption']['args'] = fn() => [Memcached::OPT_COMPRESSION, false];
    $recipes['Memcached::setSaslAuthData']['shared'] = false;
}
if (class_exists('MemcachePool')) {
    $memcache = fn(Side $s) =>
        $s->once(fn() => $fill(tap(new Memcache(), fn($cache) => $cache->addServer('127.0.0.1', Servers::port('memcached'))), $s));
    $recipes += recipes_by_names(own_methods('MemcachePool'), $values, ['object' => $memcache]);
    $recipes += recipes_by_names(own_methods('Memcache'), $values, ['object' => $memcache]);
    $recipes += recipes_by_names(functions_of('memcache', 'memcache_'), $values + ['memcache' => $memcache]);
    foreach (['memcache_pconnect', 'Memcache::pconnect', 'memcache_connect', 'Memcache::connect'] as $n => $name) {
        // A persistent connection is known by the name of the host: a spelling of it for each.
        $recipes[$name]['args'] = fn(Side $s) => [$spelling(2 * $n + $s->n), Servers::port('memcached')];
        $recipes[$name]['object'] = fn() => new Memcache();
    }
    foreach (['MemcachePool::setfailurecallback', 'memcache_set_failure_callback'] as $name) {
        $recipes[$name]['args'] = fn(Side $s) => [...($name[0] === 'm' ? [$memcache($s)] : []), $s->callback()];
    }
    foreach (['MemcachePool::setserverparams', 'memcache_set_server_params'] as $name) {
        $recipes[$name]['args'] = fn(Side $s) => [...($name[0] === 'm' ? [$memcache($s)] : []),
            '127.0.0.1', Servers::port('memcached'), 1.0, 15, true];
    }
    // What has no server that answers calls back.
    $recipes['MemcachePool::get#callback'] = [
        'object' => fn(Side $s) => tap(new Memcache(), function ($cache) use ($s) {
            $cache->addServer('127.0.0.1', 1, 0, 1, 1, 15, true, $s->callback());
        }),
        'args' => fn(Side $s) => [$key($s)],
        'shared' => false,
    ];
}
foreach ($recipes as $id => &$recipe) {
    $recipe['ignore'] = array_unique([...$recipe['ignore'] ?? [], 'object', 'args']);
    $recipe['result'] ??= preg_match($varies, $id) ? fn($result) => get_debug_type($result)
        : fn($result) => is_object($result) ? $result::class : $result;
    if (preg_match('/::(in|de)crement$|_(in|de)crement$/i', $id)) {
        $recipe['args'] = fn(Side $s) => [...(str_starts_with($id, 'memcache_') ? [$memcache($s)] : []), $key($s, 'number'), 1 + $s->n];
    }
    // What empties everything or ends the connection is seen by the other side.
    if (preg_match('/flush|::quit$|close$|resetServerList|setBucket|addserver|connect$|SaslAuth|sasl_auth|setEncodingKey/i', $id)) {
        $recipe['shared'] = false;
    }
}
return $recipes;
