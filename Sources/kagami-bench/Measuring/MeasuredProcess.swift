import Foundation

/// A compositor started for measuring in its own directory, with a pipe to its client (the path is in KAGAMI_BENCH_INPUT).
final class MeasuredProcess {
    /// The runtime directory of the compositor and its client.
    let folder: URL
    private let child = Process()
    private let input: FileHandle
    private var started = ContinuousClock().now

    /// The name of the environment variable with the path of the client's result.
    static let resultVariable = "KAGAMI_BENCH_RESULT"

    /// The file to which the client writes its result.
    var result: URL { folder.appendingPathComponent("result") }

    /// The output of the compositor and its client, kept for an error.
    private var log: URL { folder.appendingPathComponent("log") }

    /// Makes the directory and the pipe.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("kagami-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let pipe = folder.appendingPathComponent("input").path
        guard mkfifo(pipe, 0o600) == 0, let input = FileHandle(forUpdatingAtPath: pipe) else {
            throw BenchError("make a pipe", String(cString: strerror(errno)))
        }
        self.input = input
    }

    /// Starts the program, which ends with this one in any case.
    /// Variables that are nil in `environment` are removed from this program's own.
    func start(_ program: URL, _ arguments: [String], environment changes: [String: String?] = [:]) throws {
        child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        child.arguments = ["setpriv", "--pdeathsig=TERM", program.path] + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["XDG_CONFIG_HOME"] = try configuration().path
        environment["KAGAMI_BENCH_INPUT"] = folder.appendingPathComponent("input").path
        environment[Self.resultVariable] = result.path
        for (name, value) in changes { environment[name] = value }
        child.environment = environment
        // Another user may not enter this program's own directory.
        child.currentDirectoryURL = folder
        child.standardOutput = FileHandle.nullDevice
        child.standardError = try logFile()
        started = ContinuousClock().now
        do {
            try child.run()
        } catch {
            throw BenchError("start \(program.path)", error.localizedDescription)
        }
    }

    /// A configuration in place of the user's. It turns off hints, which appear only in the first minute and cover the controller.
    private func configuration() throws -> URL {
        let home = folder.appendingPathComponent("config")
        let own = home.appendingPathComponent("kagami")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        let text = "[interface]\nhints = false\n"
        try text.write(to: own.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
        return home
    }

    /// The process; 0 before the start.
    var process: Int32 { child.processIdentifier }

    private func logFile() throws -> FileHandle {
        guard FileManager.default.createFile(atPath: log.path, contents: nil),
            let file = FileHandle(forWritingAtPath: log.path)
        else { throw BenchError("make \(log.path)", String(cString: strerror(errno))) }
        return file
    }

    /// Ends the process, by force if necessary, and removes its files.
    func stop() {
        if child.isRunning {
            child.terminate()
            let deadline = ContinuousClock().now + .seconds(5)
            while child.isRunning, ContinuousClock().now < deadline { usleep(1000) }
            if child.isRunning { kill(process, SIGKILL) }
            child.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Sends a line to the client.
    func type(_ text: String) throws {
        try input.write(contentsOf: Data("\(text)\n".utf8))
    }

    /// Waits until `condition` holds; returns the milliseconds since the start.
    @discardableResult
    func wait(
        for what: String, pauseMicroseconds: UInt32 = 10_000, seconds: Int = 30, _ condition: () throws -> Bool
    ) throws -> Double {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(seconds)
        repeat {
            usleep(pauseMicroseconds)
            guard child.isRunning else { throw failure(to: what, "the compositor has ended") }
            if try condition() { return started.duration(to: clock.now) / .milliseconds(1) }
        } while clock.now < deadline
        throw failure(to: what, "nothing after \(seconds) seconds")
    }

    /// An error with the last line of the log, if there is one.
    private func failure(to what: String, _ reason: String) -> BenchError {
        let lines = (try? String(contentsOf: log, encoding: .utf8))?.split(separator: "\n")
        return BenchError("wait for \(what)", lines?.last.map { "\(reason); last heard: \($0)" } ?? reason)
    }
}

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

    /// A question mark before a name lets strace skip a call that the machine does not have.
    private static let waits = [
        "epoll_wait", "epoll_pwait", "epoll_pwait2", "poll", "ppoll", "select", "pselect6", "futex", "nanosleep",
        "clock_nanosleep",
    ]

    /// Whether a line is a call that returned; calls interrupted by the tracer do not count.
    private static func isReturn(_ line: Substring) -> Bool {
        line.contains(" = ") && !line.contains("ERESTART") && !line.contains("unfinished")
    }
}
