<?php

/*
 * phpredis: every method of a connection, a cluster, an array and a sentinel, with arguments by the names of parameters. The key
 * is one of the kind that the command is about; each side has its own.
 */

if (!class_exists('Redis')) {
    return [];
}

/** Which of the prepared keys a command is about. */
$kind = fn(string $method): string => match (true) {
    (bool) preg_match('/^h[A-Zs]/', $method),
    preg_match('/^h(del|exists|get|incrby|keys|len|m|set|strlen|vals)/i', $method) === 1 => 'hash',
    (bool) preg_match('/^([lr](get|i?len|insert|pop|push|set|index|range|rem|trim|size|list)'
        . '|ltrim|listTrim|b[lr]pop|rpoplpush|brpoplpush)/i', $method) => 'list',
    (bool) preg_match('/^s(add|card|diff|inter|ismember|members|mismember|move|pop|randmember|rem|scan|union|contains|getmembers|size)/i',
        $method) => 'set',
    (bool) preg_match('/^(z|bzpop|sortedset)/i', $method) => 'zset',
    (bool) preg_match('/^x/i', $method) => 'stream',
    (bool) preg_match('/^geo/i', $method) => 'geo',
    (bool) preg_match('/^pf/i', $method) => 'hyperlog',
    (bool) preg_match('/^sort/i', $method) => 'list',
    (bool) preg_match('/^(incr|decr)/i', $method) => 'number',
    default => 'text',
};
/** Values by name of a parameter. */
$values = [
    'key' => fn(Side $s, string $key) => $key,
    'str_key' => fn(Side $s, string $key) => $key,
    'src' => fn(Side $s, string $key) => $key,
    'dst' => fn(Side $s, string $key) => "$key{$s->name}",
    'ret_key' => fn(Side $s, string $key) => "new$key",
    'dstkey' => fn(Side $s, string $key) => "new$key",
    'newkey' => fn(Side $s, string $key) => "new$key",
    'keys' => fn(Side $s, string $key) => [$key, "$key{$s->name}"],
    'key_or_address' => fn(Side $s, string $key) => $key,
    'value' => fn(Side $s) => "2",
    'member' => fn(Side $s) => 'one',
    'message' => fn(Side $s) => $s->text(1),
    'msg' => fn(Side $s) => $s->word(),
    'channel' => fn(Side $s) => $s->word('channel'),
    'pairs' => fn(Side $s) => [$s->word('key') => $s->name, $s->word('other') => 'x'],
    'options' => fn(Side $s) => $s->values(),
    'elements' => fn(Side $s) => $s->values(),
    'pattern' => fn(Side $s) => "*$s->name*",
    'str_pattern' => fn(Side $s) => '*',
    'i_iterator' => fn() => null,
    'iterator' => fn() => null,
    'timeout' => fn() => 1,
    'timeout_or_key' => fn() => 1,
    'timestamp' => fn() => 2_000_000_000,
    'expire' => fn() => 1000,
    'ttl' => fn() => 0,
    'offset' => fn() => 3,
    'bit' => fn() => 1,
    'start' => fn() => 0,
    'stop' => fn() => 1,
    'end' => fn() => 2,
    'index' => fn() => 1,
    'count' => fn() => 1,
    'min' => fn(Side $s) => '-',
    'max' => fn(Side $s) => '+',
    'score' => fn(Side $s) => 1.5 + $s->n,
    'position' => fn() => 'before',
    'pivot' => fn() => 'one',
    'operation' => fn() => 'AND',
    'lng' => fn() => 13.4,
    'lat' => fn() => 52.5,
    'lan' => fn() => 52.5,
    'radius' => fn() => 500,
    'unit' => fn() => 'km',
    'script' => fn(Side $s) => "return '$s->name'",
    'script_sha' => fn(Side $s) => sha1($s->name),
    'str_id' => fn() => '5-1',
    'str_start' => fn() => '-',
    'str_end' => fn() => '+',
    'arr_ids' => fn() => ['1-1'],
    'arr_fields' => fn(Side $s) => ['name' => $s->name],
    'arr_streams' => fn(Side $s, string $key) => [$key => '0'],
    'str_group' => fn() => 'group',
    'str_consumer' => fn(Side $s) => $s->name,
    'i_min_idle' => fn() => 0,
    'i_maxlen' => fn() => 10,
    'str_operation' => fn() => 'CREATE',
    'str_cmd' => fn() => 'HELP',
    'cmd' => fn() => 'HELP',
    'subcmd' => fn() => 'WHOAMI',
    'field' => fn() => 'encoding',
    'dbindex' => fn() => 1,
    'srcdb' => fn() => 2,
    'dstdb' => fn() => 3,
    'db' => fn() => 1,
    'numslaves' => fn() => 0,
    'option' => fn() => Redis::OPT_PREFIX,
    'opt' => fn() => Redis::OPT_PREFIX,
    'host' => fn() => '127.0.0.1',
    'port' => fn() => Servers::port('redis'),
    'auth' => fn(Side $s) => $s->word(),
    'node' => fn() => '127.0.0.1:' . Servers::port('redis'),
    'arg' => fn() => 'LEN',
];
// Answers that are about the server, or about chance, are not compared.
$varies = '/^(time|info|role|client|lastSave|slowlog|command|randomKey|dbSize|keys|getKeys|scan|config'
    . '|sRandMember|sPop|object|debug|_.*|dump|restore|getHost|getPort|cluster|bgSave|bgrewriteaof|save|masters?|slaves'
    . '|sentinels|getMasterAddrByName|hosts|ttl|pttl|acl|multi|pipeline|getPersistentID)$/i';

$recipes = [];
foreach (['Redis', 'RedisCluster', 'RedisArray', 'RedisSentinel'] as $class) {
    foreach (class_exists($class) ? (new ReflectionClass($class))->getMethods(ReflectionMethod::IS_PUBLIC) : [] as $method) {
        if ($method->class !== $class || $method->isConstructor()) {
            continue;
        }
        $parameters = array_filter($method->getParameters(), fn($parameter) => !$parameter->isOptional());
        $recipes["$class::$method->name"] = [
            'args' => function (Side $s) use ($method, $parameters, $values, $kind) {
                $key = redis_key($kind($method->name), $s->name);
                return array_map(function (ReflectionParameter $parameter) use ($s, $key, $values) {
                    return match (true) {
                        isset($values[$parameter->name]) => $values[$parameter->name]($s, $key),
                        (string) $parameter->getType() === 'array' => $s->values(),
                        default => $s->word(),
                    };
                }, array_values($parameters));
            },
            // Transactions, pipelines and subscriptions are a state of the connection.
            'shared' => !preg_match('/^(multi|exec|discard|pipeline|select|watch|unwatch|subscribe|psubscribe|'
                . 'close|connect|open|popen|pconnect|auth|scan|.scan|bgrewriteaof|bgsave)$/i', $method->name),
            'result' => preg_match($varies, $method->name) ? fn($result) => get_debug_type($result)
                : fn($result, $args, $object) => $result === $object ? 'itself' : $result,
            'ignore' => ['object', ...match (1) {
                preg_match('/^(scan|.scan)$/', $method->name) => ['args'],
                // The server refuses while it is still at the one before.
                preg_match('/^(bgrewriteaof|bgsave)$/i', $method->name) => ['result', 'exception'],
                default => [],
            }],
        ];
    }
}
$recipes['Redis::connect']['object'] = $recipes['Redis::open']['object'] = $recipes['Redis::pconnect']['object'] =
    $recipes['Redis::popen']['object'] = fn() => new Redis();
foreach (['connect', 'open', 'pconnect', 'popen'] as $name) {
    $recipes["Redis::$name"]['args'] = fn() => ['127.0.0.1', Servers::port('redis'), 2.0];
    $recipes["Redis::$name"]['ignore'] = ['object', 'args'];
}
$recipes['Redis::eval']['args'] = $recipes['Redis::evaluate']['args'] = fn(Side $s) => ["return '$s->name'"];
foreach (['Redis', 'RedisCluster'] as $class) {
    foreach (['subscribe', 'psubscribe'] as $name) {
        // Another connection publishes, twice.
        $recipes["$class::$name"] = [
            'args' => fn(Side $s) => [[$s->word('channel')], $s->callback(function ($redis, ...$message) use ($s) {
                $redis->unsubscribe([$s->word('channel')]);
                $redis->punsubscribe([$s->word('channel')]);
            }, 'message')],
            'call' => function (Side $s, array $args, object $object) use ($name, $class) {
                ask_peer('publish ' . Servers::port($class === 'Redis' ? 'redis' : 'rediscluster') . ' ' . $s->word('channel'));
                $object->setOption(Redis::OPT_READ_TIMEOUT, 0.5);
                try {
                    return $object->$name(...$args);
                } catch (RedisException | RedisClusterException) {
                    return 'ended';
                }
            },
            'server' => 'peer',
            'ignore' => ['operations', 'object', 'result', 'warnings'],
            'shared' => false,
        ];
    }
}
$recipes['Redis::migrate']['args'] = fn(Side $s) => ['127.0.0.1', Servers::port('redis'), redis_key('text', $s->name), 1, 100];
$recipes['RedisArray::__construct'] = ['args' => fn() => [['127.0.0.1:' . Servers::port('redis')],
    ['lazy_connect' => false, 'pconnect' => false]], 'ignore' => ['args']];
$recipes['RedisArray::__call']['args'] = fn(Side $s) => ['get', [redis_key('text', $s->name)]];
$recipes['RedisArray::_instance']['args'] = fn() => ['127.0.0.1:' . Servers::port('redis')];
$recipes['RedisArray::_instance']['ignore'] = ['args', 'object', 'result'];
$recipes['RedisCluster::__construct'] = ['args' => fn() => [null, ['127.0.0.1:' . Servers::port('rediscluster')], 1.0, 1.0],
    'ignore' => ['args']];
$recipes['RedisSentinel::__construct'] = ['args' => fn() => ['127.0.0.1', Servers::port('redissentinel'), 1.0], 'ignore' => ['args']];
// What has no meaning with these values.
$recipes['Redis::config']['args'] = fn() => ['GET', 'maxmemory'];
$recipes['Redis::pubsub']['args'] = fn() => ['channels'];
$recipes['Redis::script']['args'] = fn(Side $s) => ['exists', sha1($s->name)];
$recipes['Redis::zDeleteRangeByRank']['args'] = fn(Side $s) => [redis_key('zset', $s->name), 0, 0];
$recipes['RedisCluster::zremrangebyrank']['args'] = $recipes['Redis::zDeleteRangeByRank']['args'];
$recipes['Redis::xgroup']['args'] = $recipes['RedisCluster::xgroup']['args'] = fn(Side $s) =>
    ['CREATE', redis_key('stream', $s->name), 'group', '0'];
$recipes['RedisCluster::bitop']['args'] = fn(Side $s) => ['AND', redis_key('text', $s->name), redis_key('text', $s->name)];
$recipes['RedisCluster::xinfo']['args'] = fn(Side $s) => ['STREAM', redis_key('stream', $s->name)];
$recipes['RedisCluster::client']['args'] = fn(Side $s) => [redis_key('text', $s->name), 'getname'];
$recipes['RedisCluster::script']['args'] = fn(Side $s) => [redis_key('text', $s->name), 'exists', sha1($s->name)];
$recipes['RedisCluster::echo']['args'] = fn(Side $s) => [redis_key('text', $s->name), $s->word()];
$recipes['RedisCluster::rawcommand']['args'] = fn(Side $s) => [redis_key('text', $s->name), 'GET', redis_key('text', $s->name)];
foreach (['role', 'time'] as $name) {
    $recipes["RedisCluster::$name"]['args'] = fn(Side $s) => [redis_key('text', $s->name)];
}
foreach (['Redis', 'RedisCluster'] as $class) {
    $recipes["$class::restore"]['args'] = fn(Side $s, object $redis) =>
        [redis_key('newtext', $s->name), 0, $redis->dump(redis_key('text', $s->name))];
}
// Transactions that have begun.
$begun = fn(string $class) => fn(Side $s) =>
    tap((require __DIR__ . '/../objects/redis.php')[$class]($s), function ($redis) use ($s, $class) {
    $class === 'RedisArray' ? $redis->multi('127.0.0.1:' . Servers::port('redis')) : $redis->multi();
    $redis->get(redis_key('text', $s->name));
});
foreach (['Redis', 'RedisCluster', 'RedisArray'] as $class) {
    foreach (['exec', 'discard'] as $name) {
        $recipes["$class::$name"]['object'] = $begun($class);
        $recipes["$class::$name"]['shared'] = false;
    }
}
$recipes['RedisArray::multi']['args'] = fn() => ['127.0.0.1:' . Servers::port('redis')];
$recipes['RedisArray::unlink']['args'] = fn(Side $s) => [redis_key('text', $s->name)];
foreach ($recipes as $id => &$recipe) {
    // Members of sets come in any order.
    if (preg_match('/::(s(Diff|Inter|Members|Union|GetMembers|scan))$/i', $id)) {
        $recipe['result'] = function ($members) {
            is_array($members) && sort($members);
            return $members;
        };
    }
    $recipe['ignore'] = array_unique([...$recipe['ignore'] ?? [], 'args']);
    [$class] = explode('::', $id);
    $recipe['server'] = [...(array) ($recipe['server'] ?? []),
        ...['RedisCluster' => ['rediscluster'], 'RedisSentinel' => ['redissentinel']][$class] ?? []];
}
return $recipes;
