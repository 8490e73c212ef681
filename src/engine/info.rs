//! The section of `phpinfo()`.

use ext_php_rs::ffi;
use ext_php_rs::zend::ModuleEntry;
use std::ffi::CString;

/// Prints a table (the first row is its header) and the module's ini entries.
pub fn table(rows: &[(&str, String)], module: *mut ModuleEntry) {
    // SAFETY: zero-terminated copies that outlive each call.
    unsafe {
        ffi::php_info_print_table_start();
        for (i, (name, value)) in rows.iter().enumerate() {
            let name = CString::new(*name).unwrap_or_default();
            let value = CString::new(value.as_str()).unwrap_or_default();
            if i == 0 {
                ffi::php_info_print_table_header(2, name.as_ptr(), value.as_ptr());
            } else {
                ffi::php_info_print_table_row(2, name.as_ptr(), value.as_ptr());
            }
        }
        ffi::php_info_print_table_end();
        ffi::display_ini_entries(module);
    }
}
