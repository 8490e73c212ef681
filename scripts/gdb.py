"""The coroutines of a PHP process for gdb (12 or later), of a live process or a core of the kernel's:  source scripts/gdb.py

  coroutines            all unfinished coroutines: address, state, where they are in PHP
  coroutine ADDRESS     its PHP calls and its C stack; bt, frame, up and info locals then are about that stack
  coroutine             back to the stack that really runs

A suspended coroutine's registers lie on its stack, where it has left them (the drawing in src/scheduler/run/hop.rs). An unwinder
takes the running function's caller to be the suspended coroutine; nothing in the process is changed, so this works with a
core as well; not with one from gdb's gcore, which gives up a mapping at its first guard page. Not for ZTS, where the
scheduler's state is thread-local, nor for other processors.
"""

import gdb
import gdb.unwinder

WORD = gdb.lookup_type("unsigned long")
ZEND_USER_FUNCTION = 2


def state(place):
    """The state of the thread that a function of the scheduler returns the place of (src/engine/per_thread.rs)."""
    symbol = gdb.lookup_static_symbol(f"true_async::scheduler::{place}::PLACE")
    if symbol is None:
        raise gdb.GdbError("true_async.so is not loaded, or PHP is a ZTS build.")
    return symbol.value()["__0"]["value"]["value"]


def coroutines():
    at = state("coroutine::unfinished::unfinished")["coroutines"]["first"]
    while int(at) != 0:
        yield at
        at = at["link"]["next"]


def read_words(address, count):
    return [int(gdb.Value(address + 8 * i).cast(WORD.pointer()).dereference()) for i in range(count)]


def zend_string(string):
    if int(string) == 0:
        return None
    return string["val"].address.cast(gdb.lookup_type("char").pointer()).string(length=int(string["len"]))


def last_suspended_at(coroutine):
    """The place of a wait stands in the waker until the wait is over."""
    waker = coroutine["waker"]
    if int(waker["filename"]) != 0:
        return f"last suspended at {zend_string(waker['filename'])}:{int(waker['lineno'])}"
    if int(coroutine["suspend_file"]) != 0:
        return f"last suspended at {zend_string(coroutine['suspend_file'])}:{int(coroutine['suspend_line'])}"
    return "never suspended"


def on_process_stack(execution):
    return int(execution) == int(state("run::run_loop::run_loop")["main_execution"].address)


def runs_on(execution, sp):
    low = int(execution["low"])
    return low <= sp < low + int(execution["stack_bytes"])


def php_calls(frame):
    calls = []
    while int(frame) != 0:
        function = frame["func"]
        if int(function) != 0:
            name = zend_string(function["common"]["function_name"])
            if int(function["type_"]) == ZEND_USER_FUNCTION and int(frame["opline"]) != 0:
                file = zend_string(function["op_array"]["filename"])
                calls.append(f"{name or '{main}'} at {file}:{int(frame['opline']['lineno'])}")
            elif name:
                calls.append(name)
        frame = frame["prev_execute_data"]
    return calls


class Elsewhere(gdb.unwinder.Unwinder):
    """Continues the newest frame on the stack that was chosen."""

    def __init__(self):
        super().__init__("true_async")
        self.newest = None
        self.stack = None

    def choose(self, stack):
        self.stack = None
        gdb.invalidate_cached_frames()
        frame = gdb.newest_frame()
        self.newest = (int(frame.read_register("rip")), int(frame.read_register("rsp")))
        self.stack = stack
        gdb.invalidate_cached_frames()

    def __call__(self, pending):
        if self.stack is None:
            return None
        here = (int(pending.read_register("rip")), int(pending.read_register("rsp")))
        if here != self.newest:
            return None
        # From low to high addresses: rip, rbx, rbp.
        saved = dict(zip(("rip", "rbx", "rbp"), read_words(self.stack, 3)), rsp=self.stack + 24)
        info = pending.create_unwind_info(FrameId(gdb.Value(self.stack), pending.read_register("rip")))
        for name, value in saved.items():
            info.add_saved_register(name, gdb.Value(value).cast(WORD))
        return info


class FrameId:
    def __init__(self, sp, pc):
        self.sp = sp
        self.pc = pc


elsewhere = Elsewhere()
gdb.unwinder.register_unwinder(None, elsewhere, replace=True)


class Coroutines(gdb.Command):
    """coroutines: lists all unfinished coroutines of the process."""

    def __init__(self):
        super().__init__("coroutines", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        elsewhere.choose(None)
        sp = int(gdb.newest_frame().read_register("rsp"))
        for coroutine in coroutines():
            execution = coroutine["execution"]
            line = f"{int(coroutine):#x}  "
            if int(execution) == 0:
                line += "not started"
            else:
                if runs_on(execution, sp):
                    line += "running        "
                else:
                    line += "process stack  " if on_process_stack(execution) else "suspended      "
                line += last_suspended_at(coroutine)
            print(line)


class Coroutine(gdb.Command):
    """coroutine ADDRESS: the stack of a suspended coroutine. Without address: back to the one that runs."""

    def __init__(self):
        super().__init__("coroutine", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        if not argument:
            elsewhere.choose(None)
            return
        address = int(argument, 0)
        execution = next((c["execution"] for c in coroutines() if int(c) == address), None)
        if execution is None:
            raise gdb.GdbError("That is no unfinished coroutine.")
        if int(execution) == 0:
            raise gdb.GdbError("It has not started and has no stack.")
        elsewhere.choose(None)
        if runs_on(execution, int(gdb.newest_frame().read_register("rsp"))):
            raise gdb.GdbError("It is running: see bt.")
        for call in php_calls(execution["state"]["vm"]["frame"]):
            print(f"PHP  {call}")
        if on_process_stack(execution):
            raise gdb.GdbError("Its C calls are the end of bt, below <signal handler called>.")
        elsewhere.choose(int(execution["left_at"]))
        # Below the first frame of the stack lies the code that resumed it last, long ago.
        for line in gdb.execute("bt", to_string=True).splitlines()[1:]:
            if "<signal handler called>" in line:
                break
            print(line)


Coroutines()
Coroutine()
