import Foundation

/// Counts the wake-ups of an idle process with strace.
enum SystemCallTrace {
    /// The number of returns from waiting calls in all threads of a process within `seconds`.
    static func wakeups(of process: Int32, seconds: Int) throws -> Int {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("kagami-bench-trace-\(getpid())")
        defer { try? FileManager.default.removeItem(at: file) }
        let tracer = Process()
        tracer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tracer.arguments = [
            "timeout", "-s", "INT", "\(seconds)", "strace", "-f", "-qq", "-o", file.path,
            "-e", "trace=\(waits.map { "?" + $0 }.joined(separator: ","))", "-p", "\(process)",
        ]
        tracer.standardOutput = FileHandle.nullDevice
        tracer.standardError = FileHandle.nullDevice
        try tracer.run()
        tracer.waitUntilExit()
        // timeout exits with 124 when the time is up; any other status means that nothing was traced.
        guard tracer.terminationStatus == 124, let trace = try? String(contentsOf: file, encoding: .utf8) else {
            throw BenchError("count the wake-ups", "strace failed; is it installed, and allowed to trace?")
        }
        return trace.split(separator: "\n").filter(isReturn).count
    }

    /// A question mark before a name lets strace pass over it where the machine has no such call.
    private static let waits = [
        "epoll_wait", "epoll_pwait", "epoll_pwait2", "poll", "ppoll", "select", "pselect6", "futex", "nanosleep",
        "clock_nanosleep",
    ]

    /// Whether a line is a call that returned; calls interrupted by the tracer do not count.
    private static func isReturn(_ line: Substring) -> Bool {
        line.contains(" = ") && !line.contains("ERESTART") && !line.contains("unfinished")
    }
}
