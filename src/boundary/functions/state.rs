//! Functions that keep process-wide state across a call which may wait: one coroutine at a time (io FW-5). Their input may
//! be a stream of user space or of the network, so they may wait although files do not.

use super::{Gates, Guards, Keys};
use crate::engine::entry::Call;
use crate::engine::wrap::Function;

static INI_SCANNER: u8 = 0;

/// The scanner of ini files and that of PHP files keep where they are in globals.
unsafe fn ini_scanner(_: Call) -> Keys {
    [(&raw const INI_SCANNER) as usize, 0]
}

pub fn guards_of(function: &Function) -> Option<Guards> {
    if !function.class().is_empty() {
        return None;
    }
    let gates = match function.name() {
        b"parse_ini_file" | b"parse_ini_string" | b"get_browser" => Gates { keys: ini_scanner, what: "ini scanner" },
        _ => return None,
    };
    Some(Guards { gates: Some(gates), ..Guards::default() })
}
