import Glibc
import KagamiCommands
import Mirroring
import Runtime

/// Writes a launched program's output to the service's log, each line after the program's name.
///
/// A program that prints without end is read in shares: the program waits, and the service does not.
final class ProgramOutput {
    /// The program's end of the pipe; nil once the program has started.
    private(set) var writing: OwnedDescriptor?
    private let reading: OwnedDescriptor
    private let onEnd: () -> Void
    private let name: String
    private var lines = OutputLines()
    private var source: DescriptorSource?
    private var pause: Timer?

    private static let share = 4096
    private static let pauseMicroseconds: Int64 = 20_000

    /// Calls `onEnd` when neither the program nor any process that it has started can print any more.
    init(of program: String, loop: EventLoop, onEnd: @escaping () -> Void) throws(RuntimeError) {
        self.onEnd = onEnd
        name = program.split(separator: "/").last.map { String($0).printable } ?? "?"
        let pipe = try OwnedDescriptor.pipe()
        (reading, writing) = (pipe.reading, pipe.writing)
        source = try loop.watch(reading.number) { [weak self] readiness in self?.read(readiness) }
        pause = loop.makeTimer { [weak self] in self?.source?.update(.readable) }
    }

    /// Closes the program's end of the pipe in this process, which would otherwise keep the pipe open.
    func programStarted() {
        writing = nil
    }

    private func read(_ readiness: Readiness) {
        var bytes = [UInt8](repeating: 0, count: Self.share)
        let count = Glibc.read(reading.number, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end() }
        write(lines.take(bytes.prefix(count)))
        // The rest of an ended program's output is read at once: a hang-up is reported whether it is watched for or not.
        guard !readiness.contains(.hungUp) else { return }
        source?.update([])
        pause?.arm(after: Self.pauseMicroseconds)
    }

    private func end() {
        source?.cancel()
        source = nil
        pause?.disarm()
        write(lines.end())
        onEnd()
    }

    private func write(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        TextOutput.error.write(line: lines.map { "\(name): \($0.printable)" }.joined(separator: "\n"))
    }
}

/// Cuts a program's output into lines.
///
/// After a carriage return, the overwritten text is left out, as on a terminal: players print one for each second that they have played.
struct OutputLines {
    /// The most bytes of a line; longer lines are broken.
    static let longest = 2000

    private var rest: [UInt8] = []
    /// Whether the program has returned to the line's beginning.
    private var isWrittenOver = false

    /// Takes bytes and returns the lines that they complete, without empty ones.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines += end()
            } else if byte == UInt8(ascii: "\r") {
                isWrittenOver = true
            } else {
                if isWrittenOver { (rest, isWrittenOver) = ([], false) }
                rest.append(byte)
                if rest.count >= Self.longest { lines += end() }
            }
        }
        return lines
    }

    /// Returns the unfinished line, because nothing follows.
    mutating func end() -> [String] {
        defer { (rest, isWrittenOver) = ([], false) }
        let text = String(decoding: rest, as: UTF8.self)
        return text.isEmpty ? [] : [text]
    }
}
