//! Process events [abi/ABI-57, abi/ABI-151]: the end of one child process.
//!
//! ```text
//!   open[pid] -> event -> Child (child.rs) -> ended -> exit_code -> subscribers
//! ```
//!
//! Two events of one process would take its status from each other, so there is one for each, and all that ask for it get a
//! reference.

use super::child::{self, Child, End};
use super::{Reactor, current, event_loop, free_event, life, new_event};
use crate::abi::process::ProcessEvent;
use crate::abi::{AsyncClass, Event, EventFlags, ZString};
use crate::engine::{self, exception};
use crate::scheduler::callbacks;
use core::ffi::c_int;
use core::mem::offset_of;
use core::ptr;
use std::collections::BTreeMap;

#[repr(C)]
struct Process {
    event: ProcessEvent,
    child: Child,
    /// What was asked for behind it.
    extra: usize,
}

/// The events of a thread that are not closed, by process.
pub(crate) struct Processes {
    open: BTreeMap<c_int, *mut Process>,
}

impl Processes {
    pub const fn new() -> Processes {
        Processes { open: BTreeMap::new() }
    }
}

/// The event of a process.
pub(super) unsafe extern "C" fn new(pid: c_int, extra: usize) -> *mut ProcessEvent {
    // SAFETY: fresh memory; the structure begins with the event. Open events are alive: they leave the table before they are freed.
    unsafe {
        if !event_loop::startup() {
            return ptr::null_mut();
        }
        if pid <= 0 {
            refuse(&format!("Failed to create process event for process {pid}"));
            return ptr::null_mut();
        }
        let known = (*current()).processes.open.get(&pid).copied();
        if let Some(process) = known {
            if extra > (*process).extra {
                refuse(&format!("The event of process {pid} has less memory for its users than was asked for"));
                return ptr::null_mut();
            }
            (*process).event.base.ref_count += 1;
            return process.cast();
        }
        let process = new_event::<Process>(extra);
        (*process).event.process = pid;
        (*process).event.base.start = Some(start);
        (*process).event.base.stop = Some(stop);
        (*process).event.base.dispose = Some(dispose);
        (*process).event.base.info = Some(info);
        (*process).extra = extra;
        ptr::write(&raw mut (*process).child, Child::new(pid, true, ended));
        (*current()).processes.open.insert(pid, process);
        process.cast()
    }
}

fn refuse(text: &str) {
    // SAFETY: factories are called on the PHP thread in a request, where exceptions can be made.
    unsafe { exception::throw_new(AsyncClass::EXCEPTION_DEFAULT, text) }
}

unsafe extern "C" fn start(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`. One that ends here is not used after its subscribers were told.
    unsafe {
        if !life::first_start(event) {
            return true;
        }
        let process = event.cast::<Process>();
        if let Err(error) = Child::follow(&raw mut (*process).child) {
            if exception::pending().is_null() {
                let error = std::io::Error::from_raw_os_error(error);
                let text = format!("Failed to start process event for process {}: {error}", (*process).event.process);
                exception::throw_new(AsyncClass::EXCEPTION_INPUT_OUTPUT, &text);
            }
            return false;
        }
        (*event).loop_ref_count = 1;
        life::count(event, true);
        // One that has ended already is told of at once.
        if let Some(end) = child::take_status((*process).event.process) {
            ended(&raw mut (*process).child, end);
        }
        true
    }
}

unsafe extern "C" fn stop(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::last_stop(event) {
            close(event.cast());
            life::count(event, false);
        }
    }
    true
}

/// It will tell nothing more, and its process may get another event.
unsafe fn close(process: *mut Process) {
    // SAFETY: the event is alive. An event in the table is the one that was put there by `new`.
    unsafe {
        Child::leave(&raw mut (*process).child);
        (*process).event.base.flags.insert(EventFlags::CLOSED);
        let open = &mut (*current()).processes.open;
        let pid = (*process).event.process;
        if open.get(&pid) == Some(&process) {
            open.remove(&pid);
        }
    }
}

unsafe fn ended(child: *mut Child, end: End) {
    // SAFETY: the child of a `Process` that is started. It is closed before its subscribers are told [abi/ABI-79], which may dispose
    // it: it is not used after that.
    unsafe {
        let process = child.byte_sub(offset_of!(Process, child)).cast::<Process>();
        let event = &raw mut (*process).event.base;
        (*process).event.exit_code = end.code();
        (*event).loop_ref_count = 1;
        stop(event);
        callbacks::notify(event, ptr::null_mut(), ptr::null_mut());
    }
}

unsafe extern "C" fn dispose(event: *mut Event) -> bool {
    // SAFETY: an event made by `new`.
    unsafe {
        if life::last_reference(event) {
            close(event.cast());
            free_event(event);
        }
    }
    true
}

unsafe extern "C" fn info(event: *mut Event) -> *mut ZString {
    // SAFETY: an event made by `new`.
    unsafe { engine::string::new(&format!("Process(pid={})", (*event.cast::<ProcessEvent>()).process)) }
}

/// Closes all events; they tell nothing more.
pub(super) unsafe fn forget_all(reactor: *mut Reactor) {
    // SAFETY: no turn is under way. An open event is alive; it leaves the table, so another one is the first.
    unsafe {
        while let Some((_, &process)) = (*reactor).processes.open.first_key_value() {
            let event = &raw mut (*process).event.base;
            if (*event).loop_ref_count > 0 {
                (*event).loop_ref_count = 1;
                stop(event);
            } else {
                close(process);
            }
        }
    }
}
