<?php

/*
 * Connections of phpredis with keys of every kind for both sides, by class.
 */

$fill = function (object $redis, Side $s): object {
    // What setting several values at once has left.
    $redis->del('0', '1', '2', '3', 'key_a', 'other_a', 'other_key_b', 'other_other_b');
    foreach (['a', 'b'] as $name) {
        foreach (['text', 'number', 'list', 'set', 'zset', 'hash', 'stream', 'geo', 'hyperlog'] as $kind) {
            $redis->del(redis_key($kind, $name), redis_key("new$kind", $name), redis_key($kind, $name) . $name);
        }
        $redis->set(redis_key('text', $name), "text of $name");
        $redis->set(redis_key('number', $name), $name === 'a' ? 5 : 7);
        $redis->rPush(redis_key('list', $name), 'one', 'two', "three of $name");
        $redis->sAdd(redis_key('set', $name), 'one', 'two', "three of $name");
        $redis->zAdd(redis_key('zset', $name), 1, 'one', 2, 'two', 3, "three of $name");
        $redis->hMSet(redis_key('hash', $name), ['one' => 1, 'two' => "two of $name"]);
        $redis->xAdd(redis_key('stream', $name), '1-1', ['name' => $name]);
        $redis->geoAdd(redis_key('geo', $name), 13.4, 52.5, 'one', 11.5, 48.1, 'two');
        $redis->pfAdd(redis_key('hyperlog', $name), ['one', $name]);
    }
    $s->meet();
    return $redis;
};
$connect = function (Side $s): Redis {
    $redis = new Redis();
    $redis->connect('127.0.0.1', Servers::port('redis'), 2.0);
    return $redis;
};

return [
    'Redis' => fn(Side $s) => $fill($connect($s), $s),
    'RedisArray' => function (Side $s) use ($fill, $connect) {
        $fill($connect($s), $s);
        return new RedisArray(['127.0.0.1:' . Servers::port('redis')], ['pconnect' => false]);
    },
    'RedisCluster' => fn(Side $s) => $fill(new RedisCluster(null, ['127.0.0.1:' . Servers::port('rediscluster')], 2.0, 2.0), $s),
    'RedisSentinel' => fn() => new RedisSentinel('127.0.0.1', Servers::port('redissentinel'), 2.0),
];
