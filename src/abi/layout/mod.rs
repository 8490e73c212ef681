//! Sizes, offsets and constants as Rust sees them, exported for the test that compares them with the C header [abi/ABI-210].

mod constants;
mod reactor;
mod structures;

use core::ffi::{CStr, c_char};

#[repr(C)]
pub struct Entry {
    name: *const c_char,
    value: usize,
}
// SAFETY: the pointers are to static strings.
unsafe impl Sync for Entry {}

const fn entry(name: &'static CStr, value: usize) -> Entry {
    Entry { name: name.as_ptr(), value }
}

macro_rules! table {
    (
        types { $($cname:literal = $rust:ty { $($field:literal = $rfield:ident),* $(,)? })* }
        constants { $($const_name:literal = $value:expr;)* }
    ) => {
        pub const ENTRIES: &[super::Entry] = &[
            $(
                super::entry(super::to_cstr(concat!($cname, "\0")), core::mem::size_of::<$rust>()),
                $(super::entry(
                    super::to_cstr(concat!($cname, ".", $field, "\0")),
                    core::mem::offset_of!($rust, $rfield),
                ),)*
            )*
            $(super::entry(super::to_cstr(concat!("const.", $const_name, "\0")), $value as usize),)*
        ];
    };
}

use table;

const fn to_cstr(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => panic!("a table name contains a NUL"),
    }
}

const TABLES: [&[Entry]; 3] = [structures::ENTRIES, reactor::ENTRIES, constants::ENTRIES];

const LENGTH: usize = TABLES[0].len() + TABLES[1].len() + TABLES[2].len() + 1;

/// Ends with an entry whose name is null.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static zend_async_abi_layout: [Entry; LENGTH] = {
    let mut copy = [const { Entry { name: core::ptr::null(), value: 0 } }; LENGTH];
    let (mut table, mut at) = (0, 0);
    while table < TABLES.len() {
        let mut i = 0;
        while i < TABLES[table].len() {
            copy[at] = Entry { name: TABLES[table][i].name, value: TABLES[table][i].value };
            (i, at) = (i + 1, at + 1);
        }
        table += 1;
    }
    copy
};
