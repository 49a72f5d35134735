import Glibc
import Runtime

/// Runs another program to its end and keeps what it prints.
enum CapturedProgram {
    struct Output: Hashable {
        /// Standard output and error, in the order in which they were written.
        var text: String
        /// The exit status; for a killed program, 128 plus the signal's number.
        var status: CInt
    }

    private static let patienceMicroseconds: Int64 = 10_000_000
    private static let limit = 4 << 20

    /// Fails if there is no such program, or if it takes longer than ten seconds.
    static func run(_ command: [String]) throws -> Output {
        let name = command.first ?? ""
        let loop = try EventLoop()
        let reading: OwnedDescriptor
        var writing: OwnedDescriptor?
        (reading, writing) = try OwnedDescriptor.pipe()
        var status: CInt?
        let child: ChildProcess
        do throws(RuntimeError) {
            child = try ChildProcess(
                loop: loop, command: command, environment: Environment.current, output: writing?.number
            ) { status = $0.shellCode }
        } catch {
            throw CommandFailure(error.errorNumber == ENOENT ? "there is no program \(name)" : "cannot \(error)")
        }
        // The pipe reports its end only after all its writing ends are closed.
        writing = nil
        var bytes: [UInt8] = []
        var isOpen = true
        let source = try loop.watch(reading.number) { _ in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(reading.number, &buffer, buffer.count)
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            if count > 0, bytes.count < limit { bytes += buffer.prefix(count) } else { isOpen = false }
        }
        var isLate = false
        let deadline = loop.makeTimer { isLate = true }
        deadline.arm(after: patienceMicroseconds)
        while (isOpen || status == nil), !isLate {
            loop.turn(timeoutMilliseconds: 1000)
            if !isOpen { source.cancel() }
        }
        guard !isLate, let status else {
            child.signal(SIGKILL)
            throw CommandFailure("\(name) did not end within \(patienceMicroseconds / 1_000_000) seconds")
        }
        return Output(text: String(decoding: bytes, as: UTF8.self), status: status)
    }
}
