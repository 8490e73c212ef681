//! What will be needed soon is asked of the processor early.

/// Asks the processor for cache lines that will be needed soon.
#[inline]
pub fn prefetch_lines(from: *const u8, lines: usize) {
    for i in 0..lines {
        let line = from.wrapping_add(i * 64);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching does not fault.
        unsafe {
            core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(line.cast())
        };
        #[cfg(not(target_arch = "x86_64"))]
        let _ = line;
    }
}
