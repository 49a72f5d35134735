import Foundation
import Glibc
import Testing

@testable import Runtime

@Suite struct ChildProcessTests {
    /// Starts a command and turns the loop until it ends.
    private func run(
        _ command: [String], environment: [String: String] = [:], act: (ChildProcess) -> Void = { _ in }
    ) throws -> ProcessExit? {
        let loop = try EventLoop()
        var status: ProcessExit?
        let child = try ChildProcess(loop: loop, command: command, environment: environment) {
            status = $0
        }
        act(child)
        let deadline = MonotonicClock.now + 10_000_000
        while status == nil, MonotonicClock.now < deadline { loop.turn(timeoutMilliseconds: 100) }
        #expect(child.status == status)
        return status
    }

    @Test func reportsTheExitCode() throws {
        #expect(try run(["sh", "-c", "exit 7"]) == .exited(code: 7))
    }

    @Test func reportsTheSignal() throws {
        #expect(try run(["sh", "-c", "kill -9 $$"]) == .signaled(number: SIGKILL))
    }

    @Test func givesExactlyTheEnvironment() throws {
        let test = #"[ "$COLOR" = "a b=c" ] && [ -z "$HOME" ]"#
        #expect(try run(["sh", "-c", test], environment: ["COLOR": "a b=c"]) == .exited(code: 0))
    }

    @Test func leadsASessionWithoutATerminal() throws {
        // Its own id, its session's, and the number of its terminal (proc(5)).
        let test =
            #"set -- $(cat /proc/$$/stat); [ "$6" = "$$" ] && [ "$7" = 0 ] && ! true 2>/dev/null </dev/tty"#
        #expect(try run(["sh", "-c", test], environment: ["PATH": "/usr/bin:/bin"]) == .exited(code: 0))
    }

    /// A process of its own is killed, which has started two programs.
    @Test(arguments: [true, false])
    func endsWithItsParentIfWanted(isWanted: Bool) async throws {
        let path = "/tmp/kagami-parent-\(getpid())-\(isWanted)"
        defer { unlink(path) }
        setenv("KAGAMI_PARENT_\(isWanted)", path, 1)
        if isWanted {
            await #expect(processExitsWith: .signal(SIGKILL)) { try ChildProcessTests.startAndDie(isWanted: true) }
        } else {
            await #expect(processExitsWith: .signal(SIGKILL)) { try ChildProcessTests.startAndDie(isWanted: false) }
        }
        let text = try #require(FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) })
        let child = try #require(CInt(text))
        var status: CInt = 0
        if isWanted {
            let deadline = MonotonicClock.now + 10_000_000
            while isRunning(child), MonotonicClock.now < deadline { usleep(1000) }
            #expect(!isRunning(child))
        } else {
            #expect(isRunning(child))
            kill(child, SIGKILL)
            waitpid(child, &status, WNOHANG)
        }
    }

    @Sendable private static func startAndDie(isWanted: Bool) throws {
        let path = try #require(getenv("KAGAMI_PARENT_\(isWanted)").map { String(cString: $0) })
        // Other tests may run for minutes before this one goes on.
        let child = try ChildProcess(
            loop: EventLoop(), command: ["sleep", "3600"], environment: [:], endsWithParent: isWanted
        ) { _ in }
        try Data("\(child.processID)".utf8).write(to: URL(fileURLWithPath: path))
        kill(getpid(), SIGKILL)
    }

    /// Whether a process exists and is no zombie.
    private func isRunning(_ process: CInt) -> Bool {
        guard let stat = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return false }
        let text = String(decoding: stat, as: UTF8.self)
        return !(text.split(separator: ")").last ?? "").hasPrefix(" Z")
    }

    @Test func terminatesTheWholeGroup() throws {
        #expect(try run(["sh", "-c", "sleep 60; :"]) { $0.terminate() } == .signaled(number: SIGTERM))
    }

    @Test func killsAChildThatWillNotEnd() throws {
        let loop = try EventLoop()
        let path = "/tmp/kagami-child-\(getpid())"
        #expect(mkfifo(path, 0o600) == 0)
        // Writing too, so that it opens without waiting for the other end.
        let fifo = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer {
            close(fifo)
            unlink(path)
        }
        var status: ProcessExit?
        let script = "trap '' TERM; echo ready >\(path); while :; do sleep 60; done"
        let child = try ChildProcess(loop: loop, command: ["sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"])
        {
            status = $0
        }
        let source = try loop.watch(fifo) { _ in
            var line = [UInt8](repeating: 0, count: 16)
            _ = read(fifo, &line, line.count)
            child.terminate(patience: 1000)
        }
        let deadline = MonotonicClock.now + 10_000_000
        while status == nil, MonotonicClock.now < deadline { loop.turn(timeoutMilliseconds: 100) }
        source.cancel()
        #expect(status == .signaled(number: SIGKILL))
    }

    @Test func inheritsNoDescriptorButTheStandardOnes() throws {
        var ends: [CInt] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for descriptor in ends { close(descriptor) } }
        // Other tests' children must not get it either.
        let script = "[ ! -e /proc/$$/fd/\(ends[0]) ] && [ -e /proc/$$/fd/1 ]"
        #expect(try run(["sh", "-c", script]) == .exited(code: 0))
    }

    @Test func printsToTheDescriptorGivenAndNoOther() throws {
        let loop = try EventLoop()
        let (reading, writing) = try OwnedDescriptor.pipe()
        var status: ProcessExit?
        let script = "echo said; echo wrong >&2; [ ! -e /proc/$$/fd/\(reading.number) ]"
        let child = try ChildProcess(
            loop: loop, command: ["sh", "-c", script], environment: [:], output: writing.number
        ) { status = $0 }
        let deadline = MonotonicClock.now + 10_000_000
        while status == nil, MonotonicClock.now < deadline { loop.turn(timeoutMilliseconds: 100) }
        withExtendedLifetime((child, writing)) { #expect(status == .exited(code: 0)) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(reading.number, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "said\nwrong\n")
    }

    @Test func startsWithTheLimitOfDescriptorsGiven() throws {
        let loop = try EventLoop()
        var status: ProcessExit?
        let child = try ChildProcess(
            loop: loop, command: ["sh", "-c", "[ $(ulimit -n) = 77 ]"], environment: [:], descriptorLimit: 77
        ) { status = $0 }
        let deadline = MonotonicClock.now + 10_000_000
        while status == nil, MonotonicClock.now < deadline { loop.turn(timeoutMilliseconds: 100) }
        withExtendedLifetime(child) { #expect(status == .exited(code: 0)) }
    }

    @Test func startsWithNoSignalIgnored() throws {
        // This process may ignore SIGPIPE, as the service does.
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        #expect(try run(["sh", "-c", "kill -PIPE $$; exit 3"]) == .signaled(number: SIGPIPE))
    }

    @Test func startsWithoutBlockedSignals() throws {
        let loop = try EventLoop()
        let signals = try Signals(loop: loop, [SIGUSR2]) { _ in }
        let status = try run(["sh", "-c", "kill -USR2 $$; exit 3"])
        withExtendedLifetime(signals) {
            #expect(status == .signaled(number: SIGUSR2))
        }
    }

    @Test func readsNothingFromTheConsole() throws {
        #expect(try run(["sh", "-c", "! read line"]) == .exited(code: 0))
    }

    @Test func refusesAnUnknownProgram() throws {
        let error = #expect(throws: RuntimeError.self) { try run(["no-such-program-here"]) }
        #expect(error?.errorNumber == ENOENT)
        #expect(error?.object == "no-such-program-here")
    }

    @Test func refusesAnEmptyCommand() throws {
        #expect(throws: RuntimeError.self) { try run([]) }
    }

    @Test(
        arguments: [
            (0, ProcessExit.exited(code: 0), 0), (0x700, .exited(code: 7), 7),
            (9, .signaled(number: 9), 137),
            (0x80 | 11, .signaled(number: 11), 139),
        ] as [(CInt, ProcessExit, CInt)])
    func decodesWaitStatus(status: CInt, expected: ProcessExit, shellCode: CInt) {
        #expect(ProcessExit(waitStatus: status) == expected)
        #expect(expected.shellCode == shellCode)
    }
}
