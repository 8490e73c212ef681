//! What becomes of the output of a command, by mode, as in PHP's `exec`, `system`, `passthru` and `shell_exec` [abi/ABI-153].
//!
//! ```text
//!                 text                                      value            to PHP's output
//!   EXEC          the last whole line and what follows it   the last line
//!   EXEC_ARRAY    the same; all lines go to `lines`         the last line
//!   SYSTEM        the same                                  the last line    line by line
//!   PASSTHRU                                                null             as it comes
//!   SHELL_EXEC    everything                                all of it
//! ```
//!
//! White space at the end of lines goes where PHP takes it away.

use crate::abi::process::ExecMode;
use crate::abi::zend::IS_ARRAY;
use crate::abi::{Array, Zval, memory};
use crate::engine::{hash, string, zval};
use core::ffi::c_int;
use core::{ptr, slice};

/// Bytes in request memory.
pub(super) struct Text {
    data: *mut u8,
    length: usize,
    capacity: usize,
}

impl Text {
    pub const EMPTY: Text = Text { data: ptr::null_mut(), length: 0, capacity: 0 };
    const LEAST: usize = 4096;

    pub fn length(&self) -> usize {
        self.length
    }

    pub fn data(&self) -> *mut u8 {
        self.data
    }

    /// Not longer than until the next change.
    pub unsafe fn bytes<'a>(&self) -> &'a [u8] {
        if self.length == 0 {
            return &[];
        }
        // SAFETY: that many bytes were written; the caller changes nothing while it has them.
        unsafe { slice::from_raw_parts(self.data, self.length) }
    }

    pub unsafe fn append(&mut self, bytes: &[u8]) {
        // SAFETY: a request is active. The old memory stays as it is when there is no more, which jumps away.
        unsafe {
            let needed = self.length + bytes.len();
            if needed > self.capacity {
                let capacity = needed.next_power_of_two().max(Text::LEAST);
                self.data = memory::reallocate(self.data, capacity);
                self.capacity = capacity;
            }
            ptr::copy_nonoverlapping(bytes.as_ptr(), self.data.add(self.length), bytes.len());
            self.length = needed;
        }
    }

    /// Takes bytes away from its beginning.
    fn drop_front(&mut self, count: usize) {
        // SAFETY: as many bytes as are left are moved down; callers take no more than there are.
        unsafe { ptr::copy(self.data.add(count), self.data, self.length - count) };
        self.length -= count;
    }

    /// What it holds, which is the caller's then.
    pub fn take(&mut self) -> Text {
        core::mem::replace(self, Text::EMPTY)
    }

    pub unsafe fn free(&mut self) {
        // SAFETY: null, or allocated by `append`.
        unsafe { memory::free(self.data) };
        *self = Text::EMPTY;
    }
}

/// What a command has written, and is not PHP's yet.
pub(super) struct Output {
    mode: ExecMode,
    pub text: Text,
    /// In modes with lines: how long the whole line at the beginning of `text` is.
    line: usize,
    /// Of `EXEC_ARRAY`; null before the first line.
    lines: *mut Array,
    /// For PHP's output.
    pub written: Text,
}

impl Output {
    pub fn new(mode: ExecMode) -> Output {
        Output { mode, text: Text::EMPTY, line: 0, lines: ptr::null_mut(), written: Text::EMPTY }
    }

    /// Whether PHP's output gets it.
    pub fn is_shown(mode: ExecMode) -> bool {
        matches!(mode, ExecMode::SYSTEM | ExecMode::PASSTHRU)
    }

    /// The command has written something.
    pub unsafe fn feed(&mut self, bytes: &[u8]) {
        // SAFETY: a request is active.
        unsafe {
            match self.mode {
                ExecMode::PASSTHRU => self.written.append(bytes),
                ExecMode::SHELL_EXEC => self.text.append(bytes),
                _ => self.feed_lines(bytes),
            }
        }
    }

    unsafe fn feed_lines(&mut self, bytes: &[u8]) {
        // SAFETY: a request is active. `text` is changed only before and after it is walked.
        unsafe {
            let mut looked = self.text.length();
            self.text.append(bytes);
            let text = self.text.bytes();
            let (mut last, mut start) = (self.line, self.line);
            while let Some(end) = end_of_line(text, looked) {
                self.take_line(&text[start..end]);
                (last, start, looked) = (start, end, end);
            }
            if start > self.line {
                self.text.drop_front(last);
                self.line = start - last;
            }
        }
    }

    unsafe fn take_line(&mut self, line: &[u8]) {
        // SAFETY: a request is active. The array is ours alone.
        unsafe {
            match self.mode {
                ExecMode::SYSTEM => self.written.append(line),
                ExecMode::EXEC_ARRAY => {
                    if self.lines.is_null() {
                        self.lines = hash::new_array(8);
                    }
                    hash::push(self.lines, zval::from_string(string::of_bytes(stripped(line))));
                }
                _ => (),
            }
        }
    }

    /// There is no more. Returns what PHP's function returns, owned.
    pub unsafe fn finish(&mut self) -> Zval {
        // SAFETY: a request is active; `text` is not changed while its bytes are used.
        unsafe {
            let text = self.text.bytes();
            match self.mode {
                ExecMode::PASSTHRU => Zval::NULL,
                ExecMode::SHELL_EXEC if text.is_empty() => Zval::NULL,
                ExecMode::SHELL_EXEC => zval::from_string(string::of_bytes(text)),
                _ => {
                    let (line, rest) = text.split_at(self.line);
                    if !rest.is_empty() {
                        self.take_line(rest);
                    }
                    zval::from_string(string::of_bytes(stripped(if rest.is_empty() { line } else { rest })))
                }
            }
        }
    }

    /// Appends the lines of `EXEC_ARRAY` to an array, or makes the value one.
    pub unsafe fn give_lines(&mut self, to: *mut Zval) {
        // SAFETY: a valid value that the caller lends, or null; what it holds is replaced when it is no array. Strings have no
        // destructors, so `to` is the same afterwards.
        unsafe {
            if self.mode != ExecMode::EXEC_ARRAY || to.is_null() {
                return;
            }
            let to = zval::deref(to);
            if (*to).kind() != IS_ARRAY {
                let lines = core::mem::replace(&mut self.lines, ptr::null_mut());
                let lines = if lines.is_null() { hash::new_array(0) } else { lines };
                let mut old = to.replace(zval::from_array(lines));
                zval::clear(&raw mut old);
            } else if !self.lines.is_null() {
                hash::append_all(hash::separate(to), self.lines);
            }
        }
    }

    pub unsafe fn free(&mut self) {
        // SAFETY: each part is null or ours.
        unsafe {
            self.text.free();
            self.written.free();
            if !self.lines.is_null() {
                hash::release(core::mem::replace(&mut self.lines, ptr::null_mut()));
            }
        }
    }
}

/// Behind the first end of a line at or after `from`.
pub(super) fn end_of_line(text: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..).filter(|rest| !rest.is_empty())?;
    // SAFETY: the search stays within the slice.
    let found = unsafe { libc::memchr(rest.as_ptr().cast(), c_int::from(b'\n'), rest.len()) };
    // The distance of two places in one slice.
    (!found.is_null()).then(|| from + (found as usize - rest.as_ptr() as usize) + 1)
}

/// Without the white space at the end, in the locale of the process, as PHP does it.
fn stripped(line: &[u8]) -> &[u8] {
    // SAFETY: any byte may be asked for.
    let is_space = |byte: u8| unsafe { libc::isspace(c_int::from(byte)) != 0 };
    &line[..line.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1)]
}
