import Foundation

/// What a process does while nothing happens, as strace sees it from outside.
enum SystemCallTrace {
    /// How often any thread of a process came back from waiting, in so many seconds.
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
        // timeout says 124 when the time was up; anything else means that nothing was traced.
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

    /// A line for a call that came back: an interrupted one that the tracer itself caused does not count.
    private static func isReturn(_ line: Substring) -> Bool {
        line.contains(" = ") && !line.contains("ERESTART") && !line.contains("unfinished")
    }
}
