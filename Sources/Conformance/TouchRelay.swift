import Geometry
import Glibc
import Runtime

/// A touch event, sent between threads as plain bytes through a pipe.
struct TouchMessage: BitwiseCopyable {
    enum Kind: Int32 {
        case down, motion, up
    }

    var kind: Int32
    var slot: Int32
    var x: Double = 0
    var y: Double = 0

    var point: Point<PanelSpace> { Point(x: x, y: y) }
}

/// Forwards touches to the server's thread.
///
/// The runner makes all other calls from its loop, but version 1.5 of the suite calls a touchscreen's functions on the
/// test's own thread. The caller waits until the server has handled the touch.
final class TouchRelay {
    private let commands: (read: CInt, write: CInt)
    private let answers: (read: CInt, write: CInt)
    private let perform: (TouchMessage) -> Void
    private var source: DescriptorSource?

    /// `perform` is called on the thread that runs `loop`. Returns nil if no descriptors are left.
    init?(loop: EventLoop, perform: @escaping (TouchMessage) -> Void) {
        guard let commands = Self.makePipe(), let answers = Self.makePipe() else { return nil }
        self.commands = commands
        self.answers = answers
        self.perform = perform
        source = try? loop.watch(commands.read) { [weak self] _ in self?.takeCommand() }
    }

    deinit {
        source?.cancel()
        for descriptor in [commands.read, commands.write, answers.read, answers.write] { close(descriptor) }
    }

    /// Sends a touch from the test's thread, and waits until the server has handled it.
    func send(_ command: TouchMessage) {
        var command = command
        guard write(commands.write, &command, MemoryLayout<TouchMessage>.size) > 0 else { return }
        var answer: UInt8 = 0
        while read(answers.read, &answer, 1) < 0, errno == EINTR {}
    }

    private func takeCommand() {
        var command = TouchMessage(kind: 0, slot: 0)
        let size = MemoryLayout<TouchMessage>.size
        guard read(commands.read, &command, size) == size else { return }
        perform(command)
        var answer: UInt8 = 1
        _ = write(answers.write, &answer, 1)
    }

    private static func makePipe() -> (read: CInt, write: CInt)? {
        var ends: [CInt] = [-1, -1]
        return pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
    }
}
