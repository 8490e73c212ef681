//! Starting a command in a shell, as PHP's own exec family does it with `popen`.

use super::descriptors;
use crate::engine::path;
use core::ffi::{CStr, c_char, c_int};
use core::mem::MaybeUninit;
use core::ptr;

/// The two ends of a pipe.
pub(super) struct Pipe {
    /// Does not block.
    pub read: c_int,
    pub write: c_int,
}

impl Pipe {
    /// Both ends are closed in children, and have no number of a standard descriptor.
    pub fn open() -> Result<Pipe, c_int> {
        let mut ends = [-1; 2];
        // SAFETY: two descriptors that nothing uses yet; those that cannot be kept are closed.
        unsafe {
            if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
                return Err(*libc::__errno_location());
            }
            let read = descriptors::own(ends[0]);
            let error = *libc::__errno_location();
            if read < 0 {
                libc::close(ends[1]);
                return Err(error);
            }
            let write = descriptors::own(ends[1]);
            let error = *libc::__errno_location();
            if write < 0 {
                libc::close(read);
                return Err(error);
            }
            libc::fcntl(read, libc::F_SETFL, libc::O_NONBLOCK);
            Ok(Pipe { read, write })
        }
    }
}

/// Runs `command` in a shell, with `output` as its descriptor 1 and, unless -1, `errors` as 2. `directory` null stands for the current
/// one of PHP. `environment` null stands for the one of the process, else it is a list of `NAME=value`, each ended by a zero byte,
/// the last by two. Returns the process id.
///
/// # Safety
/// `command` is a C string, the others are null or as said.
pub(super) unsafe fn shell(
    command: *const c_char,
    output: c_int,
    errors: c_int,
    directory: *const c_char,
    environment: *const c_char,
) -> Result<c_int, c_int> {
    unsafe extern "C" {
        fn posix_spawn_file_actions_addchdir_np(
            actions: *mut libc::posix_spawn_file_actions_t,
            path: *const c_char,
        ) -> c_int;
    }
    let mut actions = MaybeUninit::uninit();
    let actions: *mut libc::posix_spawn_file_actions_t = actions.as_mut_ptr();
    // SAFETY: the actions are initialised first and destroyed last; the texts are this frame's or the caller's until the child has
    // replaced its image, which `posix_spawn` waits for.
    unsafe {
        let directory = path::directory_of_child(directory);
        let variables = (!environment.is_null()).then(|| entries(environment));
        let arguments = [c"sh".as_ptr().cast_mut(), c"-c".as_ptr().cast_mut(), command.cast_mut(), ptr::null_mut()];
        let mut error = libc::posix_spawn_file_actions_init(actions);
        if error != 0 {
            return Err(error);
        }
        error = libc::posix_spawn_file_actions_adddup2(actions, output, libc::STDOUT_FILENO);
        if error == 0 && errors >= 0 {
            error = libc::posix_spawn_file_actions_adddup2(actions, errors, libc::STDERR_FILENO);
        }
        if let (0, Some(directory)) = (error, &directory) {
            error = posix_spawn_file_actions_addchdir_np(actions, directory.as_ptr());
        }
        let mut pid = -1;
        if error == 0 {
            let environment = variables.as_ref().map_or(process_environment(), |list| list.as_ptr());
            error =
                libc::posix_spawn(&mut pid, c"/bin/sh".as_ptr(), actions, ptr::null(), arguments.as_ptr(), environment);
        }
        libc::posix_spawn_file_actions_destroy(actions);
        if error == 0 { Ok(pid) } else { Err(error) }
    }
}

/// The entries of an environment, with a null at the end.
unsafe fn entries(block: *const c_char) -> Vec<*mut c_char> {
    let mut list = Vec::new();
    let mut entry = block;
    // SAFETY: the caller's block ends with an empty entry.
    unsafe {
        while *entry != 0 {
            list.push(entry.cast_mut());
            entry = entry.add(CStr::from_ptr(entry).count_bytes() + 1);
        }
    }
    list.push(ptr::null_mut());
    list
}

/// `environ`. PHP opens extensions with their own libraries first, so by its name they find the one in libc, which nothing writes to
/// where the program has a copy of its own. The program is asked first here.
///
/// # Safety
/// On the PHP thread; the block is valid until the environment changes.
pub unsafe fn process_environment() -> *const *mut c_char {
    // SAFETY: libc and every program that uses it have the variable; it is read on the PHP thread, as by PHP itself.
    unsafe {
        let program = libc::dlopen(ptr::null(), libc::RTLD_LAZY);
        let place = libc::dlsym(program, c"environ".as_ptr()).cast::<*const *mut c_char>();
        let environment = if place.is_null() { ptr::null() } else { *place };
        libc::dlclose(program);
        environment
    }
}
