//! Exec events [abi/ABI-60, abi/ABI-153]: a command in a shell, whose output is split by mode (`exec_output.rs`).
//!
//! ```text
//!   pipe of 1 -> watch -> Output --------> PHP's output of the coroutine that has made the event
//!   pipe of 2 -> watch -> error_text          |
//!   Child (child.rs) -> ended: the rest of both, the members, the caller's values -> subscribers
//! ```
//!
//! The end of the shell is the end of the command, not the end of its output: what the shell has left running may keep the pipes for ever.
//! What was written until then is in the pipes, and is read.
//!
//! An event that is not needed any more sends SIGTERM and does not wait: the shell is reaped in the background.

use super::child::{self, Child, End};
use super::exec_output::{Output, Text};
use super::spawn::{self, Pipe};
use super::watch::{self, Status, Waiter, WaiterKind};
use super::{Reactor, current, event_loop, free_event, later_output, life, new_event};
use crate::abi::process::{ExecEvent, ExecMode};
use crate::abi::{AsyncClass, Coroutine, Event, EventFlags, ZString, Zval, globals, memory};
use crate::engine::{self, descriptor, exception, zval};
use crate::scheduler::list::{LinkOf, ListOf, listed};
use crate::scheduler::{self, callbacks};
use core::ffi::{CStr, c_char, c_int};
use core::mem::{MaybeUninit, offset_of};
use core::{ptr, slice};

/// A turn takes so much of a pipe; the others are there as well.
const PER_TURN: usize = 256 * 1024;
/// More than this is not read before PHP's output has taken it.
const MOST_UNWRITTEN: usize = 256 * 1024;

#[repr(C)]
pub(super) struct Exec {
    pub event: ExecEvent,
    child: Child,
    output: Source,
    errors: Source,
    pub taken: Output,
    error_text: Text,
    /// Whose output it is, held; null for none, and for one that writes by itself.
    creator: *mut Coroutine,
    /// The coroutine that writes what is for PHP's output, and waits for more.
    pub writer: *mut Coroutine,
    /// The waiter of the event has taken over the output.
    writes_by_itself: bool,
    asked_to_end: bool,
    link: LinkOf<Exec>,
    linked: bool,
}

listed!(Exec, link);

/// The events of a thread whose commands run.
pub(crate) type Execs = ListOf<Exec>;

/// The end of a pipe that the command writes into; closed at -1.
struct Source {
    fd: c_int,
    waiter: Waiter,
}

impl Source {
    fn new(notify: unsafe fn(*mut Waiter, u32, Status)) -> Source {
        Source { fd: -1, waiter: Waiter::new(-1, watch::IN, WaiterKind::Persistent, notify) }
    }

    unsafe fn listen(this: *mut Source) -> Result<(), c_int> {
        // SAFETY: part of a living event, which closes it before it is freed; the waiter is detached.
        unsafe {
            (*this).waiter.fd = (*this).fd;
            watch::attach(&raw mut (*this).waiter)
        }
    }

    unsafe fn close(this: *mut Source) {
        // SAFETY: part of a living event. Nothing else watches the descriptor.
        unsafe {
            let fd = core::mem::replace(&mut (*this).fd, -1);
            if fd >= 0 {
                watch::detach(&raw mut (*this).waiter);
                watch::close(fd);
                libc::close(fd);
            }
        }
    }
}

/// An event for a command, which runs already.
#[allow(clippy::too_many_arguments)]
pub(super) unsafe extern "C" fn new(
    mode: ExecMode,
    command: *const c_char,
    return_buffer: *mut Zval,
    return_value: *mut Zval,
    std_error: *mut Zval,
    directory: *const c_char,
    environment: *const c_char,
    extra: usize,
) -> *mut ExecEvent {
    // SAFETY: fresh memory; the structure begins with the event. Memory is asked for before the command begins: being refused it jumps away.
    unsafe {
        if !return_value.is_null() {
            *return_value = Zval::from_bool(false);
        }
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        if command.is_null() || *command == 0 {
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, "The command of an exec event cannot be empty");
            return ptr::null_mut();
        }
        if mode.0 > ExecMode::SHELL_EXEC.0 {
            let text = format!("There is no mode {} of an exec event", mode.0);
            exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, &text);
            return ptr::null_mut();
        }
        child::reap_left(current());
        let exec = new_event::<Exec>(extra);
        (*exec).event.exec_mode = mode;
        (*exec).event.cmd = copy(command);
        (*exec).event.return_value = return_value;
        (*exec).event.result_buffer = return_buffer;
        (*exec).event.std_error = std_error;
        (*exec).event.base.start = Some(life::start_counting);
        (*exec).event.base.stop = Some(stop);
        (*exec).event.base.dispose = Some(dispose);
        (*exec).event.base.info = Some(info);
        ptr::write(&raw mut (*exec).output, Source::new(output_readable));
        ptr::write(&raw mut (*exec).errors, Source::new(errors_readable));
        ptr::write(&raw mut (*exec).taken, Output::new(mode));
        ptr::write(&raw mut (*exec).child, Child::new(-1, true, ended));
        if let Err(error) = begin(exec, directory, environment) {
            release_parts(exec);
            free_event(exec.cast());
            if exception::pending().is_null() {
                let error = std::io::Error::from_raw_os_error(error);
                let text = format!("Failed to execute the command: {error}");
                exception::throw_new(AsyncClass::EXCEPTION_INPUT_OUTPUT, &text);
            }
            return ptr::null_mut();
        }
        if !std_error.is_null() {
            *std_error = zval::from_string(engine::string::of_bytes(b""));
        }
        exec.cast()
    }
}

unsafe fn copy(text: *const c_char) -> *mut c_char {
    // SAFETY: a C string of the caller's, copied with its end.
    unsafe {
        let bytes = CStr::from_ptr(text).to_bytes_with_nul();
        let copy: *mut c_char = memory::allocate(bytes.len());
        ptr::copy_nonoverlapping(bytes.as_ptr().cast(), copy, bytes.len());
        copy
    }
}

/// Runs the command and listens to it.
unsafe fn begin(exec: *mut Exec, directory: *const c_char, environment: *const c_char) -> Result<(), c_int> {
    // SAFETY: a fresh event, of which every part is there. What the child has got of our descriptors is closed here.
    unsafe {
        let output = Pipe::open()?;
        (*exec).output.fd = output.read;
        let mut errors = -1;
        if !(*exec).event.std_error.is_null() {
            match Pipe::open() {
                Ok(pipe) => ((*exec).errors.fd, errors) = (pipe.read, pipe.write),
                Err(error) => {
                    libc::close(output.write);
                    return Err(error);
                }
            }
        }
        let started = spawn::shell((*exec).event.cmd, output.write, errors, directory, environment);
        libc::close(output.write);
        if errors >= 0 {
            libc::close(errors);
        }
        let pid = started?;
        (*exec).child.pid = pid;
        if let Err(error) = Child::follow(&raw mut (*exec).child).and_then(|()| listen(exec)) {
            Child::leave(&raw mut (*exec).child);
            libc::kill(pid, libc::SIGTERM);
            child::reap_in_background(pid);
            return Err(error);
        }
        (*exec).linked = true;
        ListOf::push_back(&raw mut (*current()).execs, exec);
        let coroutine = *(*globals()).coroutine;
        if Output::is_shown((*exec).event.exec_mode) && !coroutine.is_null() {
            (*exec).creator = coroutine;
            scheduler::event::add_ref(&raw mut (*coroutine).event);
        }
        Ok(())
    }
}

unsafe fn listen(exec: *mut Exec) -> Result<(), c_int> {
    // SAFETY: the pipes of the event, open and not watched.
    unsafe {
        Source::listen(&raw mut (*exec).output)?;
        if (*exec).errors.fd >= 0 {
            Source::listen(&raw mut (*exec).errors)?;
        }
        Ok(())
    }
}

unsafe extern "C" fn stop(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::last_stop(event) {
            ask_to_end(event.cast());
            life::count(event, false);
        }
    }
    true
}

/// Sends SIGTERM, once.
unsafe fn ask_to_end(exec: *mut Exec) {
    // SAFETY: the event is alive.
    unsafe {
        if !(*exec).event.terminated && !core::mem::replace(&mut (*exec).asked_to_end, true) {
            (*exec).child.signal(libc::SIGTERM);
        }
    }
}

/// Calls `take` with what is there, up to `most` bytes. Closes the pipe at its end.
unsafe fn read(source: *mut Source, mut most: usize, mut take: impl FnMut(&[u8])) {
    let mut buffer = [const { MaybeUninit::<u8>::uninit() }; 32 * 1024];
    // SAFETY: the pipe of a living event; the kernel writes no more than the buffer holds.
    unsafe {
        while most > 0 && (*source).fd >= 0 {
            let count = libc::read((*source).fd, buffer.as_mut_ptr().cast(), most.min(buffer.len()));
            match count {
                1.. => {
                    most -= count as usize;
                    take(slice::from_raw_parts(buffer.as_ptr().cast(), count as usize));
                }
                -1 if *libc::__errno_location() == libc::EINTR => (),
                -1 if *libc::__errno_location() == libc::EAGAIN => return,
                _ => Source::close(source),
            }
        }
    }
}

unsafe fn output_readable(waiter: *mut Waiter, _: u32, status: Status) {
    // SAFETY: the waiter of the output of an `Exec`, in a turn, or where the descriptor is closed by other code.
    unsafe {
        let exec = waiter.byte_sub(offset_of!(Exec, output) + offset_of!(Source, waiter)).cast::<Exec>();
        if status == Status::Closed {
            (*exec).output.fd = -1;
            return;
        }
        read(&raw mut (*exec).output, PER_TURN, |bytes| (*exec).taken.feed(bytes));
        show(exec);
    }
}

unsafe fn errors_readable(waiter: *mut Waiter, _: u32, status: Status) {
    // SAFETY: the waiter is that of `errors` in a live `Exec`, which is detached before that is freed. Taking in text runs no PHP code.
    unsafe {
        let exec = waiter.byte_sub(offset_of!(Exec, errors) + offset_of!(Source, waiter)).cast::<Exec>();
        if status == Status::Closed {
            (*exec).errors.fd = -1;
            return;
        }
        read(&raw mut (*exec).errors, PER_TURN, |bytes| (*exec).error_text.append(bytes));
    }
}

/// What is for PHP's output goes to the coroutine whose output it is.
unsafe fn show(exec: *mut Exec) {
    // SAFETY: in a turn. A writer waits, so it is alive; the creator is held.
    unsafe {
        if (*exec).taken.written.length() == 0 {
            return;
        }
        if !(*exec).writer.is_null() {
            if (*exec).taken.written.length() > MOST_UNWRITTEN && (*exec).output.fd >= 0 {
                watch::detach(&raw mut (*exec).output.waiter);
            }
            scheduler::wake(core::mem::replace(&mut (*exec).writer, ptr::null_mut()));
        } else if !(*exec).writes_by_itself {
            let mut text = (*exec).taken.written.take();
            later_output::write((*exec).creator, text.bytes());
            text.free();
        }
    }
}

/// The caller takes what is for PHP's output out of `taken`, in the coroutine that it is for. More is read when it has.
pub(super) unsafe fn take_over_output(exec: *mut Exec) {
    // SAFETY: a fresh event, whose creator is the caller.
    unsafe {
        (*exec).writes_by_itself = true;
        let creator = core::mem::replace(&mut (*exec).creator, ptr::null_mut());
        if !creator.is_null() {
            scheduler::event::release(&raw mut (*creator).event);
        }
    }
}

/// What was read is written: there is room for more.
pub(super) unsafe fn read_on(exec: *mut Exec) {
    // SAFETY: the event is alive. Attaching one that is attached would not be allowed, so it is taken out first.
    unsafe {
        if (*exec).output.fd >= 0 {
            watch::detach(&raw mut (*exec).output.waiter);
            let _ = Source::listen(&raw mut (*exec).output);
        }
    }
}

unsafe fn ended(child: *mut Child, end: End) {
    // SAFETY: the child of an `Exec`, in a turn. The caller's values outlive the event, as the contract says. It is closed before its
    // subscribers are told, and held meanwhile.
    unsafe {
        let exec = child.byte_sub(offset_of!(Exec, child)).cast::<Exec>();
        let event = &raw mut (*exec).event.base;
        // As much as the pipes hold now. A process that is left running may go on writing, so this is no loop until they are empty.
        let count = descriptor::bytes_held((*exec).output.fd);
        read(&raw mut (*exec).output, count, |bytes| (*exec).taken.feed(bytes));
        let count = descriptor::bytes_held((*exec).errors.fd);
        read(&raw mut (*exec).errors, count, |bytes| (*exec).error_text.append(bytes));
        Source::close(&raw mut (*exec).output);
        Source::close(&raw mut (*exec).errors);
        unlink(exec);

        // Code that writes may dispose it, and so may destructors of what the caller's places held, and those that are told.
        (*event).ref_count += 1;
        (*exec).event.exit_code = end.code();
        (*exec).event.term_signal = end.signal();
        (*exec).event.terminated = true;
        let value = (*exec).taken.finish();
        (*exec).event.output_buffer = (*exec).taken.text.data().cast();
        (*exec).event.output_len = (*exec).taken.text.length();
        give((*exec).event.return_value, value);
        if !(*exec).event.std_error.is_null() {
            let text = engine::string::of_bytes((*exec).error_text.bytes());
            give((*exec).event.std_error, zval::from_string(text));
        }
        (*exec).taken.give_lines((*exec).event.result_buffer);

        if (*event).loop_ref_count > 0 {
            (*event).loop_ref_count = 1;
            stop(event);
        }
        (*event).flags.insert(EventFlags::CLOSED);
        show(exec);
        callbacks::notify(event, ptr::null_mut(), ptr::null_mut());
        life::release(event);
    }
}

/// Sets a value of the caller's, or drops it.
unsafe fn give(to: *mut Zval, mut value: Zval) {
    // SAFETY: null or the caller's, where `new` has put something of ours; it may hold something of the caller's by now.
    unsafe {
        if to.is_null() {
            zval::clear(&raw mut value);
        } else {
            let mut old = to.replace(value);
            zval::clear(&raw mut old);
        }
    }
}

unsafe fn unlink(exec: *mut Exec) {
    // SAFETY: a linked event is in the list of this thread, and the events beside it are alive.
    unsafe {
        if core::mem::replace(&mut (*exec).linked, false) {
            ListOf::remove(&raw mut (*current()).execs, exec);
        }
    }
}

/// Nothing waits for the command any more.
unsafe fn abandon(exec: *mut Exec) {
    // SAFETY: the event is alive. A child that is followed has not been reaped.
    unsafe {
        if (*exec).child.is_followed() {
            ask_to_end(exec);
            Child::leave(&raw mut (*exec).child);
            child::reap_in_background((*exec).child.pid);
        }
        Source::close(&raw mut (*exec).output);
        Source::close(&raw mut (*exec).errors);
        unlink(exec);
    }
}

unsafe fn release_parts(exec: *mut Exec) {
    // SAFETY: the event is about to be freed. Each part is there and is empty afterwards; releasing the creator may end it.
    unsafe {
        abandon(exec);
        (*exec).taken.free();
        (*exec).error_text.free();
        memory::free((*exec).event.cmd);
        let creator = core::mem::replace(&mut (*exec).creator, ptr::null_mut());
        if !creator.is_null() {
            scheduler::event::release(&raw mut (*creator).event);
        }
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::last_reference(event) {
            release_parts(event.cast());
            free_event(event);
        }
    }
    true
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: an event made by `new`. The text is put together in PHP's memory.
    unsafe {
        let command = CStr::from_ptr((*event.cast::<ExecEvent>()).cmd);
        engine::string::of_bytes(&[b"Exec(cmd=", command.to_bytes(), b")"].concat())
    }
}

/// Ends all commands; their events tell nothing more.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: no turn is under way. A linked event is alive; it leaves the list, so the next one is the first.
    unsafe {
        while !(*reactor).execs.is_empty() {
            let exec = (*reactor).execs.first();
            let event = &raw mut (*exec).event.base;
            if (*event).loop_ref_count > 0 {
                (*event).loop_ref_count = 1;
                stop(event);
            }
            abandon(exec);
            (*event).flags.insert(EventFlags::CLOSED);
        }
    }
}

/// The commands are the parent's, and so is what they write. Their ends are seen here, too.
pub(super) unsafe fn after_fork(reactor: *mut Reactor) {
    // SAFETY: outside a turn, in the child of a fork, whose copies of the pipes are closed; no subscriber is told.
    unsafe {
        let mut exec = (*reactor).execs.first();
        while !exec.is_null() {
            Source::close(&raw mut (*exec).output);
            Source::close(&raw mut (*exec).errors);
            exec = (*exec).link.next();
        }
    }
}
