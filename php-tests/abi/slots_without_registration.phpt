--TEST--
While no module has registered anything every slot throws or answers, and none is a jump to address 0
--DESCRIPTION--
Rules: ABI-20, ABI-121, ABI-159
Order: independent

An extension that is started before true_async keeps what the slots hold at that moment, and calls it with zeroes. Those that
take apart what they are given are left out here: wakers have tests of their own. When true_async has ended, the slots are
what they were.
--SKIPIF--
<?php if (!is_file(dirname(getenv('TEST_EXTENSION_PATH'), 2) . '/c-tests/async_early_test.so')) die('skip needs async_early_test'); ?>
--FILE--
<?php
if (!extension_loaded('async_early_test')) {
    $early = dirname(getenv('TEST_EXTENSION_PATH'), 2) . '/c-tests/async_early_test.so';
    passthru(escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg($early) . ' ' . getenv('TEST_EXTENSION_OPTIONS')
        . ' ' . escapeshellarg(__FILE__));
    exit;
}

async_early_report_at_end();
$groups = [];
foreach (async_early_slots() as $name => $set) {
    $short = substr($name, strlen('zend_async_'), -strlen('_fn'));
    if (!$set) {
        $groups['NULL'][] = $short;
        continue;
    }
    if (in_array($short, ['waker_new', 'waker_destroy'])) continue;
    try {
        $result = async_early_call($name);
        $groups["returns $result"][] = $short;
    } catch (Throwable $e) {
        $groups[get_class($e) . ': ' . preg_replace('/ (requires?|(is|are) not available) .*/', ' …', $e->getMessage())][] = $short;
    }
}
ksort($groups);
foreach ($groups as $what => $slots) {
    sort($slots);
    echo $what, "\n    ", wordwrap(implode(' ', $slots), 116, "\n    "), "\n";
}
?>
--EXPECT--
Async\AsyncException: PHP threads …
    new_thread_event start_thread thread_defer_release thread_load_result thread_load_zval thread_load_zval_toplevel
    thread_release_transferred_zval thread_release_transferred_zvals thread_snapshot_create thread_transfer_zval
    thread_transfer_zval_toplevel thread_xlat_put
Async\AsyncException: ThreadPool …
    new_thread_pool
Error: Async API is not enabled
    cancel enqueue_coroutine exec fs_open getaddrinfo getnameinfo io_await io_close io_create io_flush io_read io_seek
    io_sendfile io_stat io_write io_writev new_channel new_channel_obj new_coroutine new_exec_event new_filesystem_event
    new_future new_future_obj new_group new_iterator new_poll_event new_poll_proxy_event new_pool new_pool_obj
    new_process_event new_scope new_signal_event new_socket_event new_task new_timer_event new_trigger_event
    pool_acquire pool_close pool_release pool_try_acquire queue_task reactor_startup resume
    scope_await_after_cancellation spawn spawn_and_throw timer_rearm udp_bind udp_recvfrom udp_sendto
Error: Context API is not enabled
    new_context
Error: Socket listening API is not enabled
    socket_listen socket_listen_fd
NULL
    after_fork_child before_fork coroutine_get_execute_data reactor_quiesce sigaction
returns 0
    call_on_main_stack get_awaiting_info get_class_ce get_coroutines now reactor_execute reactor_loop_alive reactor_tick
    suspend thread_run thread_snapshot_destroy
returns 1
    add_microtask available_parallelism engine_shutdown freeaddrinfo reactor_shutdown scheduler_launch shutdown
returns 218
    io_set_option udp_set_membership udp_try_send
all slots were looked at again
