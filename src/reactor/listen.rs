//! Listen events [abi/ABI-155]: a socket whose connections are notifications.
//!
//! ```text
//!   the socket is readable --> accept4() until there is no connection, at most BATCH a turn --> told with the descriptor
//!                                   |
//!                                   +-- no descriptors left, or no subscriber: it rests for a while (`node`)
//! ```
//!
//! Stopped, or at rest, connections wait in the system's queue. A descriptor belongs to the subscriber that is told; it does
//! not block and is closed by `exec`, as with libuv. Accepting fails with errors of connections that are gone already: those
//! are no errors of the socket, and no subscriber is told.

use super::deadlines::TimerNode;
use super::watch::{self, Status, Waiter, WaiterKind};
use super::{Reactor, current, descriptors, event_loop, free_event, life, new_event, now_ns, timer};
use crate::abi::listen::{ListenEvent, ListenFlags};
use crate::abi::{AsyncClass, Event, EventFlags, ZString, memory};
use crate::engine::{self, exception, object};
use crate::scheduler::callbacks;
use crate::scheduler::list::{LinkOf, ListOf, listed};
use core::ffi::{CStr, c_char, c_int};
use core::mem::{MaybeUninit, offset_of};
use core::ptr;
use libc::{sockaddr, sockaddr_storage, socklen_t};

/// Connections that one turn takes at most from one socket.
const BATCH: u32 = 64;
/// How long a socket rests that cannot be accepted from.
const REST_NS: u64 = 100_000_000;

#[repr(C)]
struct Listen {
    event: ListenEvent,
    waiter: Waiter,
    /// Armed while the socket rests.
    node: TimerNode,
    link: LinkOf<Listen>,
    /// Started.
    listed: bool,
}

listed!(Listen, link);

/// The started listen events of a thread.
pub(crate) struct Listening {
    started: ListOf<Listen>,
}

impl Listening {
    pub const fn new() -> Listening {
        Listening { started: ListOf::EMPTY }
    }
}

unsafe fn throw(text: &str) {
    // SAFETY: slots and methods of events are called on the PHP thread in a request, where exceptions can be made.
    unsafe { exception::throw_new(AsyncClass::EXCEPTION_INPUT_OUTPUT, text) }
}

/// Why a system call has failed just now.
fn errno() -> std::io::Error {
    std::io::Error::last_os_error()
}

/// A socket that is bound to an address, or to a path, and listens.
pub(super) unsafe extern "C" fn new(
    host: *const c_char,
    port: c_int,
    backlog: c_int,
    flags: ListenFlags,
    extra: usize,
) -> *mut ListenEvent {
    // SAFETY: the host is null or a string of the caller's, by the slot's contract, and is copied. The socket is ours until the
    // event has it.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        let opened = if flags.contains(ListenFlags::UNIX) {
            open_path(host, backlog)
        } else {
            open_address(host, port, backlog, flags)
        };
        match opened {
            Ok(socket) => create(socket, host, port, backlog, extra),
            Err(error) => {
                throw(&format!("Failed to listen on {}: {error}", describe(host, port, flags)));
                ptr::null_mut()
            }
        }
    }
}

unsafe fn describe(host: *const c_char, port: c_int, flags: ListenFlags) -> String {
    // SAFETY: as `new`: null or a string.
    let text = if host.is_null() { "*".into() } else { unsafe { CStr::from_ptr(host) }.to_string_lossy() };
    if flags.contains(ListenFlags::UNIX) {
        text.into_owned()
    } else if text.contains(':') {
        format!("[{text}]:{port}")
    } else {
        format!("{text}:{port}")
    }
}

/// Takes over a socket that is bound. It is closed if that fails.
pub(super) unsafe extern "C" fn adopt(socket: c_int, backlog: c_int, _: ListenFlags, extra: usize) -> *mut ListenEvent {
    // SAFETY: the caller gives the descriptor away, by the slot's contract; a number that none has makes the calls fail.
    unsafe {
        let mut host = [0 as c_char; ROOM];
        let mut port = 0;
        let adopted = if !event_loop::startup() {
            None
        } else if let Err(error) = prepare(socket, backlog) {
            throw(&format!("Failed to listen on the descriptor {socket}: {error}"));
            None
        } else {
            let error = local_address(socket, host.as_mut_ptr(), ROOM, &mut port);
            if error != 0 {
                let error = std::io::Error::from_raw_os_error(-error);
                throw(&format!("Failed to listen on the descriptor {socket}: {error}"));
            }
            (error == 0).then_some(socket)
        };
        if adopted.is_none() {
            if socket >= 0 {
                libc::close(socket);
            }
            return ptr::null_mut();
        }
        create(socket, host.as_ptr(), port, backlog, extra)
    }
}

/// Makes a given socket one that can be accepted from here.
unsafe fn prepare(socket: c_int, backlog: c_int) -> std::io::Result<()> {
    // SAFETY: system calls on a number, whatever it stands for.
    unsafe {
        let status = libc::fcntl(socket, libc::F_GETFL);
        if status < 0
            || libc::fcntl(socket, libc::F_SETFL, status | libc::O_NONBLOCK) < 0
            || libc::fcntl(socket, libc::F_SETFD, libc::FD_CLOEXEC) < 0
        {
            return Err(errno());
        }
        listen(socket, backlog)
    }
}

unsafe fn listen(socket: c_int, backlog: c_int) -> std::io::Result<()> {
    // SAFETY: a system call on the caller's socket.
    let failed = unsafe { libc::listen(socket, if backlog > 0 { backlog } else { libc::SOMAXCONN }) } != 0;
    if failed { Err(errno()) } else { Ok(()) }
}

unsafe fn open_path(path: *const c_char, backlog: c_int) -> std::io::Result<c_int> {
    // SAFETY: the path is null or a string, and is copied into the address only if it fits.
    unsafe {
        if path.is_null() || *path == 0 {
            return Err(std::io::Error::from_raw_os_error(libc::EINVAL));
        }
        let mut address: libc::sockaddr_un = core::mem::zeroed();
        address.sun_family = libc::AF_UNIX as _;
        let length = libc::strlen(path);
        if length >= address.sun_path.len() {
            return Err(std::io::Error::from_raw_os_error(libc::ENAMETOOLONG));
        }
        ptr::copy_nonoverlapping(path, address.sun_path.as_mut_ptr(), length);
        let size = offset_of!(libc::sockaddr_un, sun_path) + length + 1;
        let name = (&raw const address).cast();
        open(libc::AF_UNIX, name, size as socklen_t, backlog, ListenFlags::empty())
    }
}

unsafe fn open_address(host: *const c_char, port: c_int, backlog: c_int, flags: ListenFlags) -> std::io::Result<c_int> {
    // SAFETY: the host is null or a string; the list of addresses is freed after its last use.
    unsafe {
        let Ok(port) = u16::try_from(port) else { return Err(std::io::Error::from_raw_os_error(libc::EINVAL)) };
        let mut digits = [0u8; 6];
        let text = port.to_string();
        digits[..text.len()].copy_from_slice(text.as_bytes());
        drop(text);
        let host = if host.is_null() || *host == 0 { ptr::null() } else { host };
        let mut hints: libc::addrinfo = core::mem::zeroed();
        hints.ai_socktype = libc::SOCK_STREAM;
        hints.ai_flags = libc::AI_PASSIVE | libc::AI_NUMERICSERV | libc::AI_NUMERICHOST;
        let mut list = ptr::null_mut();
        let mut failed = libc::getaddrinfo(host, digits.as_ptr().cast(), &hints, &mut list);
        if failed == libc::EAI_NONAME {
            hints.ai_flags &= !libc::AI_NUMERICHOST;
            failed = libc::getaddrinfo(host, digits.as_ptr().cast(), &hints, &mut list);
        }
        match failed {
            0 => (),
            libc::EAI_SYSTEM => return Err(errno()),
            error => return Err(std::io::Error::other(CStr::from_ptr(libc::gai_strerror(error)).to_string_lossy())),
        }
        let mut result = Err(std::io::Error::from_raw_os_error(libc::EADDRNOTAVAIL));
        let mut address = list;
        while result.is_err() && !address.is_null() {
            let found = &*address;
            result = open(found.ai_family, found.ai_addr, found.ai_addrlen, backlog, flags);
            address = found.ai_next;
        }
        libc::freeaddrinfo(list);
        result
    }
}

unsafe fn open(
    family: c_int,
    name: *const sockaddr,
    size: socklen_t,
    backlog: c_int,
    flags: ListenFlags,
) -> std::io::Result<c_int> {
    // SAFETY: the address is the caller's; the socket is closed unless it is returned.
    unsafe {
        let kind = libc::SOCK_STREAM | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;
        let socket = descriptors::own(libc::socket(family, kind, 0));
        if socket < 0 {
            return Err(errno());
        }
        let set = |level, option, value: bool| {
            let value = c_int::from(value);
            let size = size_of::<c_int>() as socklen_t;
            libc::setsockopt(socket, level, option, (&raw const value).cast(), size) == 0
        };
        let is_path = family == libc::AF_UNIX;
        let prepared = (is_path || set(libc::SOL_SOCKET, libc::SO_REUSEADDR, true))
            && (!flags.contains(ListenFlags::REUSEPORT) || set(libc::SOL_SOCKET, libc::SO_REUSEPORT, true))
            && (family != libc::AF_INET6
                || set(libc::IPPROTO_IPV6, libc::IPV6_V6ONLY, flags.contains(ListenFlags::IPV6ONLY)));
        let result =
            if !prepared || libc::bind(socket, name, size) != 0 { Err(errno()) } else { listen(socket, backlog) };
        if result.is_err() {
            libc::close(socket);
        }
        result.map(|()| socket)
    }
}

/// The event of a socket, which it owns.
unsafe fn create(socket: c_int, host: *const c_char, port: c_int, backlog: c_int, extra: usize) -> *mut ListenEvent {
    // SAFETY: fresh memory; the structure begins with the event. The host is null or a string.
    unsafe {
        let listen = new_event::<Listen>(extra);
        let length = if host.is_null() { 0 } else { libc::strlen(host) };
        let text = memory::allocate_zeroed::<c_char>(length + 1);
        if length > 0 {
            ptr::copy_nonoverlapping(host, text, length);
        }
        (*listen).event.host = text;
        (*listen).event.port = port;
        (*listen).event.backlog = backlog;
        (*listen).event.socket_fd = socket;
        (*listen).event.get_local_address = Some(get_local_address);
        (*listen).event.base.start = Some(start);
        (*listen).event.base.stop = Some(stop);
        (*listen).event.base.dispose = Some(dispose);
        (*listen).event.base.info = Some(info);
        ptr::write(&raw mut (*listen).waiter, Waiter::new(socket, watch::IN, WaiterKind::Persistent, ready));
        ptr::write(&raw mut (*listen).node, TimerNode::new(rested));
        listen.cast()
    }
}

unsafe extern "C" fn start(event: *mut Event) -> bool {
    // SAFETY: an event made by `create`.
    unsafe {
        if life::first_start(event) {
            let listen = event.cast::<Listen>();
            if let Err(error) = watch::attach(&raw mut (*listen).waiter) {
                let error = std::io::Error::from_raw_os_error(error);
                throw(&format!("Failed to accept connections: {error}"));
                return false;
            }
            (*event).loop_ref_count = 1;
            life::count(event, true);
            ListOf::push_back(&raw mut (*current()).listening.started, listen);
            (*listen).listed = true;
        }
    }
    true
}

unsafe extern "C" fn stop(event: *mut Event) -> bool {
    // SAFETY: an event made by `create`.
    unsafe {
        if life::last_stop(event) {
            disarm(event.cast());
        }
    }
    true
}

/// The socket is not accepted from any more.
unsafe fn disarm(listen: *mut Listen) {
    // SAFETY: the callers' event is alive. One that is marked as listed is in the list of this thread's reactor, where the
    // events beside it are alive. While it rests its node is counted in its place.
    unsafe {
        if !core::mem::replace(&mut (*listen).listed, false) {
            return;
        }
        ListOf::remove(&raw mut (*current()).listening.started, listen);
        watch::detach(&raw mut (*listen).waiter);
        if (*listen).node.is_armed() {
            timer::stop_node(&raw mut (*listen).node);
        } else {
            life::count(listen.cast(), false);
        }
    }
}

/// Whether the socket is to be accepted from. An event whose last reference is the one of `ready` was released while it told
/// its subscribers [abi/ABI-82].
unsafe fn is_open(event: *mut Event) -> bool {
    // SAFETY: the callers hold the event.
    unsafe { (*event).loop_ref_count > 0 && !(*event).flags.contains(EventFlags::CLOSED) && (*event).ref_count > 1 }
}

/// There are connections.
unsafe fn ready(waiter: *mut Waiter, _: u32, status: Status) {
    // SAFETY: the waiter of a `Listen`, which is held while others are told: they may stop and dispose it.
    unsafe {
        let listen = waiter.byte_sub(offset_of!(Listen, waiter)).cast::<Listen>();
        let event = listen.cast::<Event>();
        (*event).ref_count += 1;
        if (*event).flags.contains(EventFlags::CLOSED) {
            // It would be reported in every turn until its owner stops it.
            watch::detach(waiter);
        } else if status == Status::Closed {
            tell_error(event, libc::EBADF);
        } else {
            accept_all(listen);
        }
        life::release(event);
    }
}

unsafe fn accept_all(listen: *mut Listen) {
    // SAFETY: `ready` holds the event. What a subscriber may have changed is looked at again after each call.
    unsafe {
        let event = listen.cast::<Event>();
        let mut left = BATCH;
        while left > 0 && is_open(event) && exception::pending().is_null() {
            left -= 1;
            if (*event).callbacks.length == 0 && (*event).notify_handler.is_none() {
                rest(listen);
                return;
            }
            let flags = libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC;
            let accepted = libc::accept4((*listen).event.socket_fd, ptr::null_mut(), ptr::null_mut(), flags);
            let mut descriptor = descriptors::own(accepted);
            if descriptor >= 0 {
                callbacks::notify(event, (&raw mut descriptor).cast(), ptr::null_mut());
                continue;
            }
            match *libc::__errno_location() {
                libc::EAGAIN => return,
                libc::ECONNABORTED
                | libc::EINTR
                | libc::EPERM
                | libc::EPROTO
                | libc::ENOPROTOOPT
                | libc::EOPNOTSUPP
                | libc::ENETDOWN
                | libc::ENETUNREACH
                | libc::EHOSTDOWN
                | libc::EHOSTUNREACH
                | libc::ENONET
                | libc::ETIMEDOUT => (),
                error => {
                    rest(listen);
                    tell_error(event, error);
                    return;
                }
            }
        }
    }
}

unsafe fn tell_error(event: *mut Event, error: c_int) {
    // SAFETY: the callers hold the event. The text is gone before subscribers run, which may jump away.
    unsafe {
        let text = format!("Failed to accept a connection: {}", std::io::Error::from_raw_os_error(error));
        let error = exception::new(AsyncClass::EXCEPTION_INPUT_OUTPUT, &text).into_raw();
        drop(text);
        callbacks::notify(event, ptr::null_mut(), error);
        object::release(error);
    }
}

/// Looks again later: the connections that are there would be reported in every turn.
unsafe fn rest(listen: *mut Listen) {
    // SAFETY: the event is started and not at rest: `ready` is called for an attached waiter. The loop counts the node in the
    // event's place, or neither if the event is hidden.
    unsafe {
        let event = listen.cast::<Event>();
        watch::detach(&raw mut (*listen).waiter);
        (*listen).node.hidden = (*event).flags.contains(EventFlags::HIDDEN);
        life::count(event, false);
        timer::start_node(&raw mut (*listen).node, now_ns() + REST_NS);
    }
}

unsafe fn rested(node: *mut TimerNode) {
    // SAFETY: the node of a `Listen` that is started: `disarm` takes the node back.
    unsafe {
        let listen = node.byte_sub(offset_of!(Listen, node)).cast::<Listen>();
        let event = listen.cast::<Event>();
        life::count(event, true);
        if let Err(error) = watch::attach(&raw mut (*listen).waiter) {
            rest(listen);
            (*event).ref_count += 1;
            tell_error(event, error);
            life::release(event);
        }
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `create`, whose last reference is gone. A closed one may not have been stopped.
    unsafe {
        if life::last_reference(event) {
            let listen = event.cast::<Listen>();
            disarm(listen);
            let socket = (*listen).event.socket_fd;
            watch::close(socket);
            libc::close(socket);
            watch::closed(socket);
            memory::free((*listen).event.host.cast_mut());
            (*listen).event.host = ptr::null();
            free_event(event);
        }
    }
    true
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: an event made by `create`, whose host is a string.
    unsafe {
        let listen = event.cast::<ListenEvent>();
        let host = CStr::from_ptr((*listen).host).to_string_lossy();
        engine::string::new(&format!("Listen(host={host}, port={})", (*listen).port))
    }
}

/// Room for the text of any address.
const ROOM: usize = 128;

/// The method `get_local_address` of the event.
unsafe extern "C" fn get_local_address(
    event: *mut ListenEvent,
    host: *mut c_char,
    size: usize,
    port: *mut c_int,
) -> c_int {
    // SAFETY: an event made by `create`; host and port are null or the caller's, with so much room.
    unsafe { local_address((*event).socket_fd, host, size, port) }
}

/// Writes the address of a socket, as text, and its port; for a path the port is 0. Returns 0, or an error number below.
unsafe fn local_address(socket: c_int, host: *mut c_char, size: usize, port: *mut c_int) -> c_int {
    // SAFETY: the system fills at most as much as the structure has, zeroed before, so a path ends with a zero. The caller's
    // places are written only where they are given, and where the text fits.
    unsafe {
        let mut address = MaybeUninit::<sockaddr_storage>::zeroed();
        let mut length = (size_of::<sockaddr_storage>() - 1) as socklen_t;
        if libc::getsockname(socket, address.as_mut_ptr().cast(), &mut length) != 0 {
            return -*libc::__errno_location();
        }
        let mut text = [0 as c_char; ROOM];
        let mut number = 0;
        match c_int::from((*address.as_ptr()).ss_family) {
            libc::AF_INET | libc::AF_INET6 => {
                // Both structures have the port in the same place.
                number = c_int::from(u16::from_be((*address.as_ptr().cast::<libc::sockaddr_in>()).sin_port));
                let room = ROOM as socklen_t;
                let name = address.as_ptr().cast();
                if libc::getnameinfo(name, length, text.as_mut_ptr(), room, ptr::null_mut(), 0, libc::NI_NUMERICHOST)
                    != 0
                {
                    return -libc::EAFNOSUPPORT;
                }
            }
            libc::AF_UNIX => {
                let name = address.as_ptr().cast::<libc::sockaddr_un>();
                let path = (&raw const (*name).sun_path).cast::<c_char>();
                libc::strncpy(text.as_mut_ptr(), path, ROOM - 1);
            }
            _ => return -libc::EAFNOSUPPORT,
        }
        let needed = libc::strlen(text.as_ptr()) + 1;
        if !host.is_null() {
            if size < needed {
                return -libc::ENOSPC;
            }
            ptr::copy_nonoverlapping(text.as_ptr(), host, needed);
        }
        if !port.is_null() {
            *port = number;
        }
        0
    }
}

/// No connection is accepted any more. Events and sockets stay until they are disposed.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: this thread's reactor, outside a turn. A listed event is alive; `stop` takes it out of the list, so the next one is
    // the first. The deadlines may have been forgotten: a node that was counted there is not any more.
    unsafe {
        while !(*reactor).listening.started.is_empty() {
            let event = (*reactor).listening.started.first().cast::<Event>();
            (*event).loop_ref_count = 1;
            stop(event);
        }
    }
}

/// The child of a fork accepts, too. Its epoll instance is a new one.
pub(super) unsafe fn after_fork(reactor: *mut Reactor) {
    // SAFETY: on the only thread of the child, outside a turn; the table of watches was emptied, so no waiter is in a list. The
    // list holds started events; those at rest have a deadline, which goes on.
    unsafe {
        let mut listen = (*reactor).listening.started.first();
        while !listen.is_null() {
            watch::detach(&raw mut (*listen).waiter);
            if !(*listen).node.is_armed() && watch::attach(&raw mut (*listen).waiter).is_err() {
                rest(listen);
            }
            listen = (*listen).link.next();
        }
    }
}
