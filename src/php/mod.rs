//! Floor 6: the PHP face. One file per class or family of functions; parse arguments, call lower floors, convert.

mod await_many;
mod cancellation;
mod channel;
mod circuit_breaker;
mod context;
mod coroutine;
mod cpu;
mod entering;
mod exceptions;
mod fiber;
mod file_system_watcher;
mod finally;
mod functions;
mod future;
mod gc;
mod interfaces;
mod iterate;
mod location;
mod pool;
mod scope;
mod signal;
mod stats;
mod task_group;
mod task_set;
mod thread_exceptions;
mod timeout;

use crate::engine::class::function;
use crate::engine::entry::Handler;
use ext_php_rs::args::Arg;
use ext_php_rs::builders::{FunctionBuilder, ModuleBuilder};
use ext_php_rs::flags::{ClassFlags, DataType};
use ext_php_rs::zend::ClassEntry as PhpClassEntry;

pub use cpu::request_startup;
pub use functions::register as register_functions;

/// The flags of a class that is final, and whose objects have no other properties and are not serialized.
pub(crate) const FINAL: ClassFlags = ClassFlags::from_bits_retain(
    ClassFlags::Final.bits() | ClassFlags::NotSerializable.bits() | ClassFlags::NoDynamicProperties.bits(),
);

/// Registers all interfaces and classes. At MINIT.
///
/// # Safety
/// Single-threaded module start.
pub unsafe fn register_classes() {
    // SAFETY: MINIT, as this function demands; every class is registered once, parents before children.
    unsafe {
        interfaces::register();
        cancellation::register();
        exceptions::register();
        thread_exceptions::register();
        context::register();
        coroutine::register();
        scope::register();
        timeout::register();
        future::register();
        crate::primitives::iterator::register();
        channel::register();
        task_group::register();
        task_set::register();
        circuit_breaker::register();
        pool::register();
        signal::register();
        file_system_watcher::register();
        cpu::register();
        fiber::register();
        gc::register();
    }
}

/// A class that a plain function can return, as the class builder wants its parents and interfaces.
pub(crate) type Parent = (fn() -> &'static PhpClassEntry, &'static str);

/// Describes one function: name, handler, parameters, how many are required, return type.
struct Signature {
    builder: FunctionBuilder<'static>,
    given: usize,
    required: usize,
}

/// A function or method without parameters.
fn signature(name: &str, handler: Handler) -> Signature {
    Signature { builder: function(name, handler), given: 0, required: 0 }
}

/// An abstract method of an interface.
fn abstract_signature(name: &str) -> Signature {
    Signature { builder: FunctionBuilder::new_abstract(name), given: 0, required: 0 }
}

impl Signature {
    /// A required parameter.
    fn required(mut self, name: &str, kind: DataType) -> Signature {
        self.builder = self.builder.arg(Arg::new(name, kind));
        self.given += 1;
        self.required = self.given;
        self
    }

    /// An optional parameter with its default, as PHP source.
    fn optional(mut self, name: &str, kind: DataType, default: &str) -> Signature {
        self.builder = self.builder.arg(Arg::new(name, kind).default(default));
        self.given += 1;
        self
    }

    /// An optional parameter that also takes null, and null by default.
    fn nullable(mut self, name: &str, kind: DataType) -> Signature {
        self.builder = self.builder.arg(Arg::new(name, kind).allow_null().default("null"));
        self.given += 1;
        self
    }

    /// A required parameter that also takes null.
    fn required_or_null(mut self, name: &str, kind: DataType) -> Signature {
        self.builder = self.builder.arg(Arg::new(name, kind).allow_null());
        self.given += 1;
        self.required = self.given;
        self
    }

    /// The rest of the arguments.
    fn variadic(mut self, name: &str, kind: DataType) -> Signature {
        self.builder = self.builder.arg(Arg::new(name, kind).is_variadic());
        self.given += 1;
        // The builder takes the variadic parameter off again.
        self.required += 1;
        self
    }

    fn returns(self, kind: DataType) -> FunctionBuilder<'static> {
        let required = self.required;
        self.builder.required_args(required).returns(kind, false, false)
    }

    fn returns_nullable(self, kind: DataType) -> FunctionBuilder<'static> {
        let required = self.required;
        self.builder.required_args(required).returns(kind, false, true)
    }

    /// A constructor: no return type.
    fn untyped(self) -> FunctionBuilder<'static> {
        let required = self.required;
        self.builder.required_args(required)
    }
}

/// A class name as a type.
fn class_type(name: &'static str) -> DataType {
    DataType::object(name)
}

/// Adds functions to a module.
fn add_all<'a>(module: ModuleBuilder<'a>, functions: Vec<FunctionBuilder<'static>>) -> ModuleBuilder<'a> {
    functions.into_iter().fold(module, ModuleBuilder::function)
}
