//! Sizes and offsets of what the reactor, the IO handle and threads hand out.

use super::table;
use crate::abi::dns::*;
use crate::abi::io::*;
use crate::abi::iterator::Iterator;
use crate::abi::listen::*;
use crate::abi::process::*;
use crate::abi::threads::*;

table! {
    types {
        "zend_async_iterator_t" = Iterator {
            "microtask" = microtask, "scope" = scope, "extended_data" = extended_data,
            "extended_dtor" = extended_dtor, "completion_event" = completion_event, "run" = run,
            "run_in_coroutine" = run_in_coroutine, "concurrency" = concurrency, "priority" = priority,
            "exception" = exception,
        }
        "zend_async_process_event_t" = ProcessEvent {
            "base" = base, "process" = process, "exit_code" = exit_code,
        }
        "zend_async_dns_nameinfo_t" = NameInfoEvent {
            "base" = base, "hostname" = hostname, "service" = service,
        }
        "zend_async_dns_addrinfo_t" = AddrInfoEvent {
            "base" = base, "node" = node, "service" = service, "result" = result,
        }
        "zend_async_exec_event_t" = ExecEvent {
            "base" = base, "exec_mode" = exec_mode, "terminated" = terminated, "cmd" = cmd,
            "return_value" = return_value, "exit_code" = exit_code, "term_signal" = term_signal,
            "result_buffer" = result_buffer, "output_len" = output_len, "output_buffer" = output_buffer,
            "std_error" = std_error,
        }
        "zend_async_listen_event_t" = ListenEvent {
            "base" = base, "host" = host, "port" = port, "backlog" = backlog, "socket_fd" = socket_fd,
            "get_local_address" = get_local_address,
        }
        "zend_async_trigger_event_t" = TriggerEvent {
            "base" = base, "trigger" = trigger,
        }
        "zend_async_task_t" = Task {
            "base" = base, "run" = run, "data" = data,
        }
        "zend_async_io_t" = Io {
            "event" = event, "descriptor" = descriptor, "type" = kind, "state" = state, "on_detach" = on_detach,
            "on_detach_arg" = on_detach_arg, "alloc_cb" = alloc_cb, "user_data" = user_data,
        }
        "zend_async_io_req_t" = IoRequest {
            "result" = transferred, "exception" = exception, "buf" = buf, "completed" = completed,
            "io_closed" = io_closed, "dispose" = dispose, "free_cb" = free_cb,
        }
        "zend_async_udp_req_t" = UdpRequest {
            "transferred" = transferred, "exception" = exception, "buf" = buf, "completed" = completed,
            "io_closed" = io_closed, "flags" = flags, "dispose" = dispose, "addr" = addr, "addr_len" = addr_len,
        }
        "zend_async_buf_t" = IoBuffer {
            "base" = base, "len" = len,
        }
        "io_descriptor_t" = IoDescriptor {
            "fd" = fd, "type" = kind,
        }
        "zend_async_thread_event_t" = ThreadEvent {
            "base" = base, "thread_flags" = thread_flags, "result" = result, "exception" = exception,
            "filename" = filename, "lineno" = lineno, "context" = context, "notify_parent" = notify_parent,
        }
        "zend_async_thread_context_t" = ThreadContext {
            "ref_count" = ref_count, "snapshot" = snapshot, "thread_id" = thread_id,
            "bailout_error_message" = bailout_error_message, "event" = event, "event_mutex" = event_mutex,
            "internal_entry" = internal_entry, "key" = key,
        }
        "zend_async_thread_internal_entry_t" = ThreadInternalEntry {
            "handler" = handler, "ctx" = ctx,
        }
        "zend_async_thread_transfer_ctx_t" = TransferContext {
            "xlat" = xlat, "depth" = depth, "defer_release" = defer_release, "error" = error,
        }
        "zend_async_thread_pool_t" = ThreadPool {
            "ref_count" = ref_count, "worker_count" = worker_count, "pending_count" = pending_count,
            "running_count" = running_count, "completed_count" = completed_count, "closed" = closed,
            "workers" = workers, "close" = close, "dispose" = dispose, "submit_internal" = submit_internal,
            "reload" = reload,
        }
    }
    constants {}
}
