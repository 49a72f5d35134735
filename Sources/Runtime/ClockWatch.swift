import CLinux

/// Notices that the wall clock was set, and that the machine has slept. Costs no wake-ups otherwise.
package final class ClockWatch {
    private let loop: EventLoop
    private let timer: OwnedDescriptor
    private let handler: (_ hasSlept: Bool) -> Void
    private var source: DescriptorSource?
    /// How far the clocks with and without sleep were apart at the last change.
    private var asleep: Int64

    /// Calls `handler` after each change of the wall clock by anything but the passing of time.
    package init(loop: EventLoop, handler: @escaping (_ hasSlept: Bool) -> Void) throws(RuntimeError) {
        let number = kagami_clock_watch()
        guard number >= 0 else { throw RuntimeError("watch", "the clock") }
        timer = OwnedDescriptor(owning: number)
        self.loop = loop
        self.handler = handler
        asleep = loop.turnBootTime - loop.turnTime
        source = try loop.watch(number) { [weak self] _ in self?.read() }
    }

    deinit {
        source?.cancel()
    }

    private func read() {
        guard kagami_clock_changed(timer.number) else { return }
        let before = asleep
        asleep = loop.turnBootTime - loop.turnTime
        handler(asleep > before)
    }
}
