<?php

/*
 * Methods of phpredis, Memcached and Memcache that have nothing to wait for: a reason, and the functions.
 */

return [
    'It works on what the object holds.' => '
        Redis::__construct Redis::__destruct Redis::_prefix Redis::_serialize Redis::_unserialize Redis::_pack Redis::_unpack
        Redis::_compress
        Redis::_uncompress Redis::clearLastError Redis::close Redis::getAuth Redis::getDBNum Redis::getHost Redis::getLastError
        Redis::getMode
        Redis::getOption Redis::getPersistentID Redis::getPort Redis::getReadTimeout Redis::getTimeout Redis::isConnected Redis::setOption
        RedisArray::_continuum RedisArray::_distributor RedisArray::_function RedisArray::_hosts RedisArray::_instance RedisArray::_target
        RedisArray::getOption RedisArray::setOption RedisCluster::_masters RedisCluster::_prefix RedisCluster::_redir
        RedisCluster::_serialize
        RedisCluster::_unserialize RedisCluster::_compress RedisCluster::_uncompress RedisCluster::_pack RedisCluster::_unpack
        RedisCluster::clearlasterror RedisCluster::close RedisCluster::getlasterror RedisCluster::getmode RedisCluster::getoption
        RedisCluster::setoption
        Memcached::getResultCode Memcached::getResultMessage Memcached::addServer Memcached::addServers Memcached::getServerList
        Memcached::getServerByKey Memcached::resetServerList Memcached::getLastErrorMessage Memcached::getLastErrorCode
        Memcached::getLastErrorErrno Memcached::getLastDisconnectedServer Memcached::getOption Memcached::setOption Memcached::setOptions
        Memcached::setBucket Memcached::setSaslAuthData Memcached::setEncodingKey Memcached::isPersistent Memcached::isPristine
        Memcached::checkKey
        memcache_add_server memcache_set_server_params memcache_set_failure_callback memcache_get_server_status
        memcache_set_compress_threshold memcache_close memcache_set_sasl_auth_data memcache_debug MemcachePool::addserver
        MemcachePool::setserverparams MemcachePool::setfailurecallback MemcachePool::getserverstatus MemcachePool::findserver
        MemcachePool::setcompressthreshold MemcachePool::close MemcachePool::setSaslAuthData Memcache::addserver',
    'It sends, and does not wait for an answer.' => 'Memcached::quit Memcached::flushBuffers',
    'It begins something of which the server learns with the next command.' => '
        Redis::pipeline RedisCluster::multi RedisArray::unwatch RedisCluster::unwatch',
    'There is only one server, and nothing to move.' => 'RedisArray::_rehash',
    'It connects when it is first asked for something.' => 'RedisSentinel::__construct',
    'It ends what callbacks of subscribe() have been called for, inside that call.' => '
        Redis::unsubscribe Redis::punsubscribe RedisCluster::unsubscribe RedisCluster::punsubscribe',
];
