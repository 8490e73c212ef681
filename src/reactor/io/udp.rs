//! Datagrams [abi/ABI-65, abi/ABI-156]: sent and received in the order in which they were asked for, by the waiters of the
//! handle. A datagram is never in part on its way: one that waits can be taken back.

use super::request::End;
use super::{
    Handle, failure, hold, is_released, misuse, new_buffer, new_handle, refuse, release, set_descriptor, tell, transfer,
};
use super::{udp_options, usable};
use crate::abi::io::{Io, IoState, IoType, UdpFlags, UdpRequest, UdpRequestFlags};
use crate::abi::{EventFlags, Object, memory};
use crate::engine::errno::errno;
use crate::engine::{descriptor, object};
use crate::reactor::watch::{self, WaiterKind};
use crate::reactor::{TimerNode, descriptors, event_loop, now_ns, timer};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{CStr, c_char, c_int};
use core::mem::offset_of;
use core::ptr;

/// The largest datagram: room for one when the caller gives no size.
const LARGEST: usize = 65536;
/// Datagrams that one multishot receive takes in a turn.
const PER_TURN: u32 = 64;
/// Until the next attempt to send what does not fit, where nothing reports when it does.
const AGAIN_NS: u64 = 1_000_000;
const RECEIVE: &str = "Failed to receive a datagram";
const SEND: &str = "Failed to send a datagram";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Queue {
    None,
    Receives,
    Sends,
}

#[repr(C)]
pub struct Datagram {
    base: UdpRequest,
    link: LinkOf<Datagram>,
    /// Null when it has ended.
    handle: *mut Handle,
    queue: Queue,
    /// Room to receive, or bytes to send.
    size: usize,
    owns_buffer: bool,
}

listed!(Datagram, link);

unsafe fn new(handle: *mut Handle, size: usize) -> *mut Datagram {
    // SAFETY: zeroed memory is a valid datagram, whose queue is set at once.
    unsafe {
        let datagram = memory::allocate_zeroed::<Datagram>(size_of::<Datagram>());
        (*datagram).queue = Queue::None;
        (*datagram).handle = handle;
        (*datagram).size = size;
        (*datagram).base.dispose = Some(dispose);
        datagram
    }
}

unsafe fn enqueue(datagram: *mut Datagram, queue: Queue) {
    // SAFETY: the datagram is in no list, and its handle alive.
    unsafe {
        (*datagram).queue = queue;
        super::note((*datagram).handle);
        ListOf::push_back(list((*datagram).handle, queue), datagram);
    }
}

unsafe fn list(handle: *mut Handle, queue: Queue) -> *mut ListOf<Datagram> {
    // SAFETY: the handle is alive; a place in it is named.
    unsafe { if queue == Queue::Receives { &raw mut (*handle).receives } else { &raw mut (*handle).sends } }
}

unsafe fn unlink(datagram: *mut Datagram) {
    // SAFETY: a queued one is in that list of its handle, which is alive as long as it has some.
    unsafe {
        if (*datagram).queue != Queue::None {
            ListOf::remove(list((*datagram).handle, (*datagram).queue), datagram);
            (*datagram).queue = Queue::None;
        }
    }
}

/// The handle, if it is one for datagrams; else null, with an exception.
unsafe fn datagrams(io: *mut Io) -> *mut Handle {
    // SAFETY: null or a handle made here.
    unsafe {
        let handle = usable(io);
        if !handle.is_null() && (*io).kind != IoType::UDP {
            return misuse("Datagrams need a datagram socket");
        }
        handle
    }
}

/// Whether the address is one, or there is none because the socket has a peer.
fn is_address(address: *const libc::sockaddr, length: libc::socklen_t) -> bool {
    address.is_null() || (length > 0 && length as usize <= size_of::<libc::sockaddr_storage>())
}

unsafe fn send_now(
    fd: c_int,
    buffer: *const c_char,
    count: usize,
    address: *const libc::sockaddr,
    length: libc::socklen_t,
) -> isize {
    loop {
        let flags = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
        let length = if address.is_null() { 0 } else { length };
        // SAFETY: buffer and address are the caller's and as long as it says.
        let result = unsafe { libc::sendto(fd, buffer.cast(), count, flags, address, length) };
        match if result < 0 { -(errno() as isize) } else { result } {
            result if result == -(libc::EINTR as isize) => (),
            // Some kernels have no better word for a full queue of the device.
            result if result == -(libc::ENOBUFS as isize) => return -(libc::EAGAIN as isize),
            result => return result,
        }
    }
}

/// Slot `udp_sendto`.
pub unsafe extern "C" fn sendto(
    io: *mut Io,
    buffer: *const c_char,
    count: usize,
    address: *const libc::sockaddr,
    length: libc::socklen_t,
) -> *mut UdpRequest {
    // SAFETY: null or a handle made here; the address is copied, the buffer stays until the datagram is gone.
    unsafe {
        let handle = datagrams(io);
        if handle.is_null() {
            return ptr::null_mut();
        }
        if !is_address(address, length) {
            return misuse("The length of the address is wrong");
        }
        let datagram = new(handle, count);
        (*datagram).base.buf = buffer.cast_mut();
        if !address.is_null() {
            let copy = (&raw mut (*datagram).base.addr).cast::<u8>();
            ptr::copy_nonoverlapping(address.cast::<u8>(), copy, length as usize);
            (*datagram).base.addr_len = length;
        }
        hold(handle);
        let is_first = (*handle).sends.is_empty();
        enqueue(datagram, Queue::Sends);
        if is_first {
            serve_sends(handle, datagram);
        }
        release(handle);
        datagram.cast()
    }
}

/// Slot `udp_try_send`: bytes, or a negative error.
pub unsafe extern "C" fn try_send(
    io: *mut Io,
    buffer: *const c_char,
    count: usize,
    address: *const libc::sockaddr,
    length: libc::socklen_t,
) -> isize {
    // SAFETY: null or a handle made here; buffer and address are the caller's.
    unsafe {
        if io.is_null() || (*io).kind != IoType::UDP || !is_address(address, length) {
            return -(libc::EINVAL as isize);
        }
        if (*io).state.contains(IoState::CLOSED) {
            return -(libc::EBADF as isize);
        }
        // It would overtake what waits.
        if !(*io.cast::<Handle>()).sends.is_empty() {
            return -(libc::EAGAIN as isize);
        }
        send_now((*io).descriptor, buffer, count, address, length)
    }
}

/// Slot `udp_recvfrom`.
pub unsafe extern "C" fn recvfrom(io: *mut Io, size: usize) -> *mut UdpRequest {
    // SAFETY: null or a handle made here, which is held.
    unsafe {
        let handle = datagrams(io);
        if handle.is_null() {
            return ptr::null_mut();
        }
        let size = if size == 0 { LARGEST } else { size.min(c_int::MAX as usize) };
        let datagram = new(handle, size);
        (*datagram).base.buf = new_buffer(size);
        (*datagram).owns_buffer = true;
        hold(handle);
        if core::mem::replace(&mut (*handle).stopped, false) {
            while !(*handle).receives.is_empty() {
                let rested = (*handle).receives.first();
                unlink(rested);
                (*rested).handle = ptr::null_mut();
            }
        }
        let is_first = (*handle).receives.is_empty();
        enqueue(datagram, Queue::Receives);
        if is_first {
            if is_multishot(handle) {
                // Its reports name the request, which the caller has not got yet.
                if let Err(error) = arm(handle, true) {
                    end(datagram, End::Failed(RECEIVE, error), false);
                }
            } else {
                serve_receives(handle, datagram);
            }
        }
        release(handle);
        datagram.cast()
    }
}

unsafe fn is_multishot(handle: *const Handle) -> bool {
    // SAFETY: the caller's handle is alive.
    unsafe { (*handle).io.event.flags.contains(EventFlags::IO_MULTISHOT) }
}

unsafe fn arm(handle: *mut Handle, reads: bool) -> Result<(), c_int> {
    // SAFETY: the waiters lie in the handle, which detaches them before it ends.
    unsafe {
        let waiter = if reads { &raw mut (*handle).reader } else { &raw mut (*handle).writer };
        let kind = if reads && is_multishot(handle) { WaiterKind::Persistent } else { WaiterKind::Consumer };
        if kind == WaiterKind::Persistent && (*waiter).kind == kind && watch::is_attached(waiter) {
            return Ok(());
        }
        watch::detach(waiter);
        (*waiter).kind = kind;
        watch::attach(waiter)
    }
}

/// A receive that was put to rest goes on; the handle is held.
pub(super) unsafe fn resume(handle: *mut Handle) {
    // SAFETY: the caller holds the handle.
    unsafe {
        if (*handle).receives.is_empty() {
            return;
        }
        if !is_multishot(handle) {
            serve_receives(handle, ptr::null_mut());
        } else if let Err(error) = arm(handle, true) {
            end((*handle).receives.first(), End::Failed(RECEIVE, error), true);
        }
    }
}

/// The descriptor is ready; the handle is held.
pub(super) unsafe fn serve(handle: *mut Handle, reads: bool) {
    // SAFETY: the caller holds the handle.
    unsafe {
        if reads {
            serve_receives(handle, ptr::null_mut());
        } else {
            serve_sends(handle, ptr::null_mut());
        }
    }
}

/// Receives until nothing is there. `own` is not told of its end, which its submitter sees.
unsafe fn serve_receives(handle: *mut Handle, own: *mut Datagram) {
    // SAFETY: the caller holds the handle. Code that is told may end datagrams, ask for others and close the handle: the first is
    // looked up anew each time.
    unsafe {
        if core::mem::replace(&mut (*handle).serving, true) {
            return;
        }
        let mut own = own;
        let mut taken = 0;
        while !(*handle).receives.is_empty() && !(*handle).stopped {
            let datagram = (*handle).receives.first();
            let result = receive_now((*handle).io.descriptor, datagram);
            if result == -(libc::EAGAIN as isize) {
                match arm(handle, true) {
                    Ok(()) => break,
                    Err(error) => finish(datagram, End::Failed(RECEIVE, error), &mut own),
                }
            } else if result < 0 {
                finish(datagram, End::Failed(RECEIVE, -result as c_int), &mut own);
            } else if is_multishot(handle) && datagram != own {
                watch::took_input((*handle).io.descriptor);
                (*datagram).base.transferred = result;
                tell(handle, datagram.cast(), ptr::null_mut());
                if is_released(handle) {
                    watch::detach(&raw mut (*handle).reader);
                    break;
                }
                taken += 1;
                // What is left is reported again, by level.
                if taken >= PER_TURN
                    && is_multishot(handle)
                    && ((*handle).receives.is_empty() || arm(handle, true).is_ok())
                {
                    break;
                }
            } else {
                watch::took_input((*handle).io.descriptor);
                finish(datagram, End::Moved(result), &mut own);
            }
        }
        (*handle).serving = false;
        if (*handle).receives.is_empty() || (*handle).stopped {
            watch::detach(&raw mut (*handle).reader);
        }
    }
}

unsafe fn receive_now(fd: c_int, datagram: *mut Datagram) -> isize {
    // SAFETY: buffer and address are the datagram's, and as long as is said.
    unsafe {
        loop {
            let base = &raw mut (*datagram).base;
            (*base).addr_len = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
            let address = (&raw mut (*base).addr).cast::<libc::sockaddr>();
            let length = &raw mut (*base).addr_len;
            let (buffer, size) = ((*base).buf.cast(), (*datagram).size);
            let result = libc::recvfrom(fd, buffer, size, libc::MSG_DONTWAIT, address, length);
            if result >= 0 {
                return result;
            }
            match errno() {
                libc::EINTR => (),
                error => return -(error as isize),
            }
        }
    }
}

/// Sends until the socket takes no more.
unsafe fn serve_sends(handle: *mut Handle, own: *mut Datagram) {
    // SAFETY: the caller holds the handle. Subscribers that are told may start and dispose other sends: the first of the list is taken anew
    // each time, and `flushing` keeps them from sending here meanwhile.
    unsafe {
        if core::mem::replace(&mut (*handle).flushing, true) {
            return;
        }
        let mut own = own;
        while !(*handle).sends.is_empty() {
            let datagram = (*handle).sends.first();
            let base = &raw const (*datagram).base;
            let address = if (*base).addr_len == 0 { ptr::null() } else { (&raw const (*base).addr).cast() };
            let result = send_now((*handle).io.descriptor, (*base).buf, (*datagram).size, address, (*base).addr_len);
            if result == -(libc::EAGAIN as isize) {
                match wait_for_room(handle) {
                    Ok(()) => break,
                    Err(error) => finish(datagram, End::Failed(SEND, error), &mut own),
                }
            } else if result < 0 {
                finish(datagram, End::Failed(SEND, -result as c_int), &mut own);
            } else {
                finish(datagram, End::Moved(result), &mut own);
            }
        }
        (*handle).flushing = false;
        if (*handle).sends.is_empty() {
            rest_writer(handle);
        }
    }
}

/// The socket takes no more now. Where it says that it has room all the same, what is full is another queue (the receiver's, or
/// the device's), and nothing reports that there is room in that: the next attempt is made in a moment. The question also has
/// the kernel of a local socket watch its peer's queue for us.
unsafe fn wait_for_room(handle: *mut Handle) -> Result<(), c_int> {
    // SAFETY: the caller holds the handle; its node is stopped before it ends.
    unsafe {
        arm(handle, false)?;
        timer::stop_node(&raw mut (*handle).again);
        if descriptor::is_ready((*handle).io.descriptor, libc::POLLOUT) {
            timer::start_node(&raw mut (*handle).again, now_ns() + AGAIN_NS);
        }
        Ok(())
    }
}

/// Nothing waits to be sent.
pub(super) unsafe fn rest_writer(handle: *mut Handle) {
    // SAFETY: the caller's handle is alive.
    unsafe {
        watch::detach(&raw mut (*handle).writer);
        timer::stop_node(&raw mut (*handle).again);
    }
}

/// The next attempt to send.
pub(super) unsafe fn send_again(node: *mut TimerNode) {
    // SAFETY: the node of a handle, which is alive as long as it is armed, and held meanwhile.
    unsafe {
        let handle = node.byte_sub(offset_of!(Handle, again)).cast::<Handle>();
        hold(handle);
        serve_sends(handle, ptr::null_mut());
        release(handle);
    }
}

unsafe fn finish(datagram: *mut Datagram, how: End, own: &mut *mut Datagram) {
    // SAFETY: the caller's datagram is queued and its handle held. Its address may be another's afterwards.
    unsafe {
        let is_own = datagram == *own;
        if is_own {
            *own = ptr::null_mut();
        }
        end(datagram, how, !is_own);
    }
}

unsafe fn end(datagram: *mut Datagram, how: End, told: bool) {
    // SAFETY: the caller's datagram has a handle, which is held; it points at nothing of the handle's before a subscriber is told.
    unsafe {
        let handle = (*datagram).handle;
        unlink(datagram);
        let base = &raw mut (*datagram).base;
        (*datagram).handle = ptr::null_mut();
        (*base).completed = true;
        (*base).flags |= UdpRequestFlags::CALLBACK_DONE;
        match how {
            End::Moved(bytes) => (*base).transferred = bytes,
            End::Failed(what, error) => {
                (*base).transferred = -1;
                (*base).exception = failure(what, error).into_raw();
            }
            End::Closed(_) => {
                (*base).transferred = -1;
                (*base).io_closed = true;
            }
        }
        if told {
            tell(handle, datagram.cast(), (*base).exception);
        }
    }
}

/// Those that the parent of a fork goes on with end here unanswered; the handle is held.
pub(super) unsafe fn leave_to_parent(handle: *mut Handle) {
    // SAFETY: the caller holds the handle. Others that are begun meanwhile come behind these.
    unsafe {
        for (queue, what) in [(Queue::Receives, RECEIVE), (Queue::Sends, SEND)] {
            for _ in 0..super::fork::count(list(handle, queue)) {
                let datagram = (*list(handle, queue)).first();
                if !datagram.is_null() {
                    end(datagram, End::Failed(what, libc::ECANCELED), true);
                }
            }
        }
        resume(handle);
        if !(*handle).sends.is_empty() {
            serve_sends(handle, ptr::null_mut());
        }
    }
}

/// The handle is closed under all of them.
pub(super) unsafe fn end_all(handle: *mut Handle) {
    // SAFETY: the caller holds the handle; no subscriber is told here.
    unsafe {
        for queue in [Queue::Receives, Queue::Sends] {
            while !(*list(handle, queue)).is_empty() {
                end((*list(handle, queue)).first(), End::Closed(ptr::null_mut::<Object>()), false);
            }
        }
    }
}

unsafe extern "C" fn dispose(base: *mut UdpRequest) {
    // SAFETY: a datagram made by `new`, by the contract of `dispose`; one that has not ended has a living handle.
    unsafe {
        let datagram = base.byte_sub(offset_of!(Datagram, base)).cast::<Datagram>();
        let handle = (*datagram).handle;
        unlink(datagram);
        let exception = (*base).exception;
        if (*datagram).owns_buffer {
            memory::free((*base).buf);
        }
        memory::free(datagram);
        object::release(exception);
        if !handle.is_null() {
            if (*handle).receives.is_empty() {
                (*handle).stopped = false;
                watch::detach(&raw mut (*handle).reader);
            }
            if (*handle).sends.is_empty() {
                rest_writer(handle);
            }
        }
    }
}

/// Slot `udp_bind`.
pub unsafe extern "C" fn bind(host: *const c_char, port: c_int, flags: UdpFlags, extra: usize) -> *mut Io {
    // SAFETY: null or a C string of the caller's; the descriptor is closed when it does not become a handle's.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        let host = if host.is_null() { c"" } else { CStr::from_ptr(host) };
        let Ok(port) = u16::try_from(port) else {
            return misuse("The port must be between 0 and 65535");
        };
        let Some((address, length)) = udp_options::numeric_address(host, port) else {
            return misuse("A datagram socket is bound to a numeric address");
        };
        let kind = libc::SOCK_DGRAM | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
        let fd = descriptors::own(libc::socket(c_int::from(address.ss_family), kind, 0));
        if fd < 0 {
            return refuse("Failed to make a datagram socket", errno());
        }
        if flags.contains(UdpFlags::REUSEPORT) {
            udp_options::switch(fd, libc::SOL_SOCKET, libc::SO_REUSEPORT, 1);
        }
        if flags.contains(UdpFlags::IPV6ONLY) && c_int::from(address.ss_family) == libc::AF_INET6 {
            udp_options::switch(fd, libc::IPPROTO_IPV6, libc::IPV6_V6ONLY, 1);
        }
        if flags.contains(UdpFlags::RECV_GSO) {
            // Kernels that cannot merge datagrams deliver them one by one.
            udp_options::switch(fd, libc::SOL_UDP, libc::UDP_GRO, 1);
        }
        if libc::bind(fd, (&raw const address).cast(), length) != 0 {
            let error = errno();
            libc::close(fd);
            return refuse("Failed to bind the datagram socket", error);
        }
        let handle = new_handle(IoType::UDP, IoState::READABLE | IoState::WRITABLE, extra);
        set_descriptor(handle, fd);
        (*handle).way = transfer::Way::Socket;
        handle.cast()
    }
}
