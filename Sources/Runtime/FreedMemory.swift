import CLinux

/// The memory that this process has freed.
package enum FreedMemory {
    /// Gives large blocks back to the system as soon as they are freed, and lets all threads share one heap. Call this before threads start.
    ///
    /// By itself glibc keeps large blocks in the heap once one of their size was freed, and small ones that live on then come to lie between
    /// them; each thread has a heap of its own, too. The heap of a service whose displays come and go would grow for hours.
    package static func returnToSystem() {
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        mallopt(M_ARENA_MAX, 1)
    }
}
