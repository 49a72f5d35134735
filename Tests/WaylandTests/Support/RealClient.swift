import Runtime
import Foundation
import WaylandBinding

@testable import Wayland

/// A stock program connected to a test's server through a socket of its own.
final class RealClient {
    private let process = Process()
    private let output = Pipe()
    private let server: TestServer
    private let logFile = FileManager.default.temporaryDirectory.appending(path: "kagami-client-\(UUID()).log")

    /// Nil where the program is not installed.
    init?(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
        privilege: ClientPrivilege = .application, on server: TestServer
    ) throws {
        let path = "/usr/bin/\(name)"
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        self.server = server
        let (ours, theirs) = WireSocket.pair()
        server.display.addClient(descriptor: ours, privilege: privilege)
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        // The connection is the program's standard input, where it finds it by number.
        process.standardInput = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
        process.environment = [
            "WAYLAND_SOCKET": "0", "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": "/tmp", "LANG": "C.UTF-8",
        ].merging(environment) { $1 }
        process.standardOutput = output
        try Data().write(to: logFile)
        process.standardError = try FileHandle(forWritingTo: logFile)
        try process.run()
    }

    /// What the program has written to its standard error.
    var log: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "" }

    var isRunning: Bool { process.isRunning }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: logFile)
    }

    /// Serves the program until it ends, and returns what it printed.
    func finish() -> String {
        serve { !process.isRunning }
        stop()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// Serves the program until `isDone` holds, or for some ten seconds.
    @discardableResult
    func serve(until isDone: () -> Bool) -> Bool {
        for _ in 0..<1000 {
            if isDone() { return true }
            server.display.loop.turn(timeoutMilliseconds: 10)
        }
        return isDone()
    }

    func stop() {
        // Not a plea: some wait for an answer of ours before they go.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
