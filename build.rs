//! Compiles the C shim against the headers of the chosen PHP and tells the crate which PHP that is.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What only C can say of PHP's headers, a line each.
#[rustfmt::skip]
const SHIMS: &[&str] = &[
    "shim.c",
    "shim_busy.c",
    "shim_channels.c",
    "shim_classes.c",
    "shim_connections.c",
    "shim_declarations.c",
    "shim_deep.c",
    "shim_foreign.c",
    "shim_frames.c",
    "shim_include.c",
    "shim_libxml.c",
    "shim_marks.c",
    "shim_names.c",
    "shim_objects.c",
    "shim_odbc.c",
    "shim_output.c",
    "shim_pdo.c",
    "shim_pdo_slots.c",
    "shim_pdo_statements.c",
    "shim_pcre.c",
    "shim_phar.c",
    "shim_resolver.c",
    "shim_results.c",
    "shim_sapi.c",
    "shim_saving.c",
    "shim_signal.c",
    "shim_soap.c",
    "shim_streams.c",
    "shim_ticks.c",
    "shim_wrap.c",
];

fn main() {
    for shim in SHIMS {
        println!("cargo::rerun-if-changed=src/engine/{shim}");
    }
    for header in ["shim_busy.h", "shim_classes.h", "shim_mirror.h", "shim_pdo.h", "shim_results.h"] {
        println!("cargo::rerun-if-changed=src/engine/{header}");
    }
    println!("cargo::rerun-if-env-changed=PHP");
    println!("cargo::rerun-if-env-changed=PHP_CONFIG");
    for cfg in ["php83", "php84", "php_zts", "php_debug", "php_pdo", "hop"] {
        println!("cargo::rustc-check-cfg=cfg({cfg})");
    }

    let php_config = php_config();
    let includes = output(&php_config, "--includes");
    let include_dirs: Vec<PathBuf> =
        includes.split_whitespace().filter_map(|flag| flag.strip_prefix("-I")).map(PathBuf::from).collect();

    let version: u32 = output(&php_config, "--vernum").parse().expect("php-config --vernum prints a number");
    if version >= 80300 {
        println!("cargo::rustc-cfg=php83");
    }
    if version >= 80400 {
        println!("cargo::rustc-cfg=php84");
    }
    // The configuration header knows what this PHP was built with; php-config does not say it in one word.
    if defines(&include_dirs, "ZTS") {
        println!("cargo::rustc-cfg=php_zts");
    }
    if defines(&include_dirs, "ZEND_DEBUG") {
        println!("cargo::rustc-cfg=php_debug");
    }
    // src/scheduler/run/hop.rs
    let x86_64 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64");
    if x86_64 && env::var_os("CARGO_CFG_SANITIZE").is_none() {
        println!("cargo::rustc-cfg=hop");
    }

    if include_dirs.iter().any(|dir| dir.join("ext/pdo/php_pdo_driver.h").exists()) {
        println!("cargo::rustc-cfg=php_pdo");
    }

    let mut shims = cc::Build::new();
    // Streams tell since some 8.3 that a call has taken something from the buffer already.
    if mentions(&include_dirs, "main/php_streams.h", "has_buffered_data") {
        shims.define("HAS_BUFFERED_DATA", None);
    }
    // What mb_output_handler() keeps between two chunks is an object in older versions and a few bits in later ones.
    if mentions(&include_dirs, "ext/mbstring/mbstring.h", "outconv_state") {
        shims.define("HAS_OUTCONV_STATE", None);
    }
    // The line that an SplFileObject is at is a string since some version after 8.2.
    if mentions_line(&include_dirs, "ext/spl/spl_directory.h", "zend_string *current_line;") {
        shims.define("HAS_CURRENT_LINE_STRING", None);
    }
    shims
        .files(SHIMS.iter().map(|file| format!("src/engine/{file}")))
        .includes(&include_dirs)
        .include(module_globals(&include_dirs))
        .flag_if_supported("-fvisibility=hidden")
        .warnings(true)
        .flag_if_supported("-Wno-unused-parameter")
        .compile("true_async_shim");

    // Libraries may still call through a patched slot after module shutdown (io P-7): never unmap the extension.
    println!("cargo::rustc-link-arg-cdylib=-Wl,-z,nodelete");

    println!("cargo::rerun-if-changed=src/hot_code.ld");
    // From the directory of the package, where cargo runs rustc: a target directory may serve several clones, one after the other.
    println!("cargo::rustc-link-arg-cdylib=-Wl,-T,src/hot_code.ld");
}

/// Copies the globals of modules out of their installed headers, which cannot be included without those of the modules'
/// libraries, into headers of their own; returns their directory. One is empty when PHP does not have the module.
fn module_globals(include_dirs: &[PathBuf]) -> PathBuf {
    let dir = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for (name, module, header) in [
        ("libxml", "libxml", "ext/libxml/php_libxml.h"),
        ("mbstring", "mbstring", "ext/mbstring/mbstring.h"),
        // The configuration header of a distribution does not say how a shared module was built.
        ("mbstring_regex", "mbstring", "ext/mbstring/mbstring.h"),
        ("mysqli", "mysqli", "ext/mysqli/php_mysqli_structs.h"),
        ("sockets", "sockets", "ext/sockets/php_sockets.h"),
    ] {
        let (begin, end) =
            (format!("ZEND_BEGIN_MODULE_GLOBALS({module})"), format!("ZEND_END_MODULE_GLOBALS({module})"));
        let text = include_dirs
            .iter()
            .find_map(|dir| std::fs::read_to_string(dir.join(header)).ok())
            .and_then(|text| {
                let (_, structure) = text.split_once(&begin)?;
                let (structure, _) = structure.split_once(&end)?;
                Some(format!(
                    "#define HAVE_{}_GLOBALS 1\nZEND_BEGIN_MODULE_GLOBALS({name}){structure}ZEND_END_MODULE_GLOBALS({name})\n",
                    name.to_uppercase()
                ))
            })
            .unwrap_or_default();
        std::fs::write(dir.join(format!("{name}_globals.h")), text).expect("OUT_DIR can be written");
    }
    dir
}

/// PHP_CONFIG, else the php-config that belongs to PHP, else the one in the path.
fn php_config() -> PathBuf {
    if let Some(path) = env::var_os("PHP_CONFIG") {
        return path.into();
    }
    if let Some(php) = env::var_os("PHP") {
        let php = Path::new(&php);
        if let Some(name) = php.file_name().and_then(|name| name.to_str()) {
            return php.with_file_name(name.replacen("php", "php-config", 1));
        }
    }
    "php-config".into()
}

fn output(program: &Path, arg: &str) -> String {
    let result = Command::new(program).arg(arg).output().unwrap_or_else(|error| {
        panic!("{} {arg}: {error}. Install PHP's development files (Debian: php8.2-dev).", program.display())
    });
    String::from_utf8(result.stdout).expect("php-config prints text").trim().to_owned()
}

/// Whether a header of PHP's has the word.
fn mentions(include_dirs: &[PathBuf], header: &str, word: &str) -> bool {
    include_dirs.iter().any(|dir| std::fs::read_to_string(dir.join(header)).is_ok_and(|text| text.contains(word)))
}

/// Whether a header of PHP's has the line, with whatever space between its words.
fn mentions_line(include_dirs: &[PathBuf], header: &str, line: &str) -> bool {
    let has = |text: String| text.lines().any(|found| found.split_whitespace().eq(line.split_whitespace()));
    include_dirs.iter().any(|dir| std::fs::read_to_string(dir.join(header)).is_ok_and(has))
}

/// Whether PHP's build configuration defines `name` to something that is not 0.
fn defines(include_dirs: &[PathBuf], name: &str) -> bool {
    include_dirs
        .iter()
        .map(|dir| dir.join("php_config.h"))
        .chain(include_dirs.iter().map(|dir| dir.join("main/php_config.h")))
        .any(|header| {
            std::fs::read_to_string(header).is_ok_and(|text| {
                text.lines().any(|line| {
                    let mut words = line.split_whitespace();
                    words.next() == Some("#define") && words.next() == Some(name) && words.next() != Some("0")
                })
            })
        })
}
