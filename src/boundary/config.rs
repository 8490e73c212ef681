//! The boundary's settings (io chapter 17). The INI entries are registered elsewhere; here is what their values mean.

/// What the user asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `async.io`: 0 = never patch, every blocking call blocks the process.
    pub io: bool,
    /// `async.io_objects`: `+name` adds, `-name` removes objects by the prefix of their file name; `*name` adds one that may be left
    /// in the middle with locks of its handles.
    pub objects: Objects,
    /// `async.io_slice_ms`: a coroutine whose calls never block gives way after this time; 0 = never.
    pub slice_ms: u32,
    /// `async.io_trace`: count the hits of every hook.
    pub trace: bool,
    /// `async.io_modules_blocking`: modules whose functions nothing suspends in.
    pub blocking: Modules,
    /// `async.gates`: modules whose objects are not marked while one of their functions is left in the middle.
    pub ungated: Modules,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Objects {
    pub added: Vec<String>,
    /// Those of the added whose locks belong to handles: their coroutines may be suspended with them.
    pub with_handles: Vec<String>,
    pub removed: Vec<String>,
}

/// Names of modules, in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modules(Vec<String>);

impl Config {
    pub const DEFAULT: Config = Config {
        io: true,
        objects: Objects { added: Vec::new(), with_handles: Vec::new(), removed: Vec::new() },
        slice_ms: 10,
        trace: false,
        blocking: Modules(Vec::new()),
        ungated: Modules(Vec::new()),
    };

    /// From the values of the INI entries.
    pub fn parse(io: bool, objects: &str, slice_ms: &str, trace: bool, blocking: &str, gates: &str) -> Config {
        let (objects, slice_ms) = (Objects::parse(objects), parse_slice_ms(slice_ms));
        let ungated = Modules::parse(&Objects::parse(gates).removed.join(","));
        Config { io, objects, slice_ms, trace, blocking: Modules::parse(blocking), ungated }
    }
}

impl Modules {
    /// A comma list.
    pub fn parse(text: &str) -> Modules {
        let names = text.split(',').map(|name| name.trim().to_ascii_lowercase());
        Modules(names.filter(|name| !name.is_empty()).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether a module is in the list, in any spelling. That of opcache calls itself "Zend OPcache".
    pub fn contains(&self, module: &[u8]) -> bool {
        let is = |name: &[u8]| self.0.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(name));
        is(module) || (module.eq_ignore_ascii_case(b"zend opcache") && is(b"opcache"))
    }
}

impl<'a> FromIterator<&'a str> for Modules {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Modules {
        Modules(names.into_iter().map(str::to_owned).collect())
    }
}

/// A number of milliseconds; what is not a number is the default.
pub fn parse_slice_ms(text: &str) -> u32 {
    match text.trim().parse::<i64>() {
        Ok(number) => number.clamp(0, 60_000) as u32,
        Err(_) => Config::DEFAULT.slice_ms,
    }
}

impl Objects {
    /// A comma list of `+name`, `*name` and `-name`; a bare name adds.
    pub fn parse(text: &str) -> Objects {
        let mut objects = Objects::default();
        for item in text.split(',').map(str::trim) {
            if let Some(name) = item.strip_prefix('*') {
                if !name.is_empty() {
                    objects.added.push(name.to_owned());
                    objects.with_handles.push(name.to_owned());
                }
                continue;
            }
            match item.strip_prefix('-') {
                Some(name) if !name.is_empty() => objects.removed.push(name.to_owned()),
                Some(_) => (),
                None => match item.strip_prefix('+').unwrap_or(item) {
                    "" => (),
                    name => objects.added.push(name.to_owned()),
                },
            }
        }
        objects
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_lists_add_and_remove() {
        let objects = Objects::parse(" +libfoo, -xdebug.so,libbar,, + , -, *libbaz, *");
        assert_eq!(objects.added, ["libfoo", "libbar", "libbaz"]);
        assert_eq!(objects.with_handles, ["libbaz"]);
        assert_eq!(objects.removed, ["xdebug.so"]);
    }

    #[test]
    fn lists_of_modules_know_every_spelling() {
        let modules = Modules::parse(" session, PDO_ODBC ,opcache,,");
        assert!([&b"session"[..], b"pdo_odbc", b"PDO_ODBC", b"Zend OPcache"].iter().all(|name| modules.contains(name)));
        assert!(!modules.contains(b"") && !modules.contains(b"odbc") && modules.iter().count() == 3);
    }

    #[test]
    fn slices_stay_in_range() {
        assert_eq!((parse_slice_ms("5"), parse_slice_ms("-1"), parse_slice_ms("x")), (5, 0, 10));
        assert_eq!((parse_slice_ms("60000"), parse_slice_ms("60001"), parse_slice_ms("")), (60_000, 60_000, 10));
    }
}
