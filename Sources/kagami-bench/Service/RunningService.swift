import Control
import Foundation
import Mirroring

/// A service started for measuring, in its own directory.
final class RunningService {
    private let child = Process()
    private let folder: URL
    private let socket: SocketAddress
    private let input: FileHandle
    private let started = ContinuousClock().now
    private var connection: ControlClient?

    /// The service's process.
    var process: Int32 { child.processIdentifier }

    /// Starts the service with a 1280x800 virtual panel and `terminal` in it, which reads its input from the path in
    /// `KAGAMI_BENCH_INPUT`.
    init(program: URL, terminal: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("kagami-bench-\(getpid())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let pipe = folder.appendingPathComponent("input").path
        guard mkfifo(pipe, 0o600) == 0, let input = FileHandle(forUpdatingAtPath: pipe) else {
            throw BenchError("make a pipe", String(cString: strerror(errno)))
        }
        self.input = input
        socket = try SocketAddress(path: folder.appendingPathComponent("socket").path)
        child.executableURL = program
        child.arguments =
            ["run", "--backend", "virtual", "--virtual-panel", "1280x800", "--socket", socket.path, "--"] + terminal
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["KAGAMI_BENCH_INPUT"] = pipe
        child.environment = environment
        child.standardOutput = FileHandle.nullDevice
        child.standardError = FileHandle.nullDevice
        do {
            try child.run()
        } catch {
            throw BenchError("start \(program.path)", error.localizedDescription)
        }
    }

    /// Ends the service and removes its files.
    func stop() {
        connection = nil
        child.terminate()
        child.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Milliseconds from the start to the first frame presented with the terminal in it.
    func awaitFirstFrame() throws -> Double {
        var framesBefore = 0
        let took = try wait(for: "the first frame", pauseMicroseconds: 1000) {
            guard let status = try? status() else { return false }
            if status.content == nil { framesBefore = status.counters.panel.framesPresented }
            return status.content != nil && status.counters.panel.framesPresented > framesBefore
        }
        return took
    }

    /// Plugs a display in and waits until the content is on it.
    func plug(_ name: String, width: Int, height: Int) throws {
        try connect().perform(.plug(VirtualPlug(output: OutputID(name), width: width, height: height)))
        _ = try wait(for: "mirroring", pauseMicroseconds: 10_000) {
            try status().state == .mirroring
        }
    }

    /// Waits until nothing has been drawn for half a second.
    func awaitStillness() throws {
        var last = try status().counters
        _ = try wait(for: "the terminal to rest", pauseMicroseconds: 500_000) {
            let now = try status().counters
            defer { last = now }
            return now.framesComposed == last.framesComposed
                && now.panel.framesPresented == last.panel.framesPresented
        }
    }

    /// Sends a line to the terminal's script.
    func type(_ text: String) throws {
        try input.write(contentsOf: Data("\(text)\n".utf8))
    }

    func status() throws -> ServiceStatus {
        guard case .status(let status) = try connect().perform(.status) else {
            throw BenchError("read the status", "the service answered something else")
        }
        return status
    }

    /// The service's peak resident memory in millions of bytes.
    func peakMemory() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kilobytes = line?.split(separator: " ").dropLast().last.flatMap({ Double($0) }) else {
            throw BenchError("read the peak memory", "no VmHWM")
        }
        return kilobytes * 1024 / 1_000_000
    }

    private func connect() throws -> ControlClient {
        if let connection { return connection }
        let made = try ControlClient(to: socket)
        connection = made
        return made
    }

    /// Milliseconds from the start of the service until `condition` held.
    private func wait(for what: String, pauseMicroseconds: UInt32, _ condition: () throws -> Bool) throws -> Double {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(30)
        repeat {
            usleep(pauseMicroseconds)
            guard child.isRunning else { throw BenchError("wait for \(what)", "the service has ended") }
            if try condition() { return started.duration(to: clock.now) / .milliseconds(1) }
        } while clock.now < deadline
        throw BenchError("wait for \(what)", "nothing after 30 seconds")
    }
}
