import Control
import Foundation
import Mirroring

/// A running service with a 1280x800 virtual panel.
final class RunningService {
    /// The service's process and directory.
    let host: MeasuredProcess
    private let socket: SocketAddress
    private var connection: ControlClient?

    /// Starts the service with `application` as its hosted application.
    init(program: URL, application: [String]) throws {
        host = try MeasuredProcess()
        socket = try SocketAddress(path: host.folder.appendingPathComponent("socket").path)
        let options = ["run", "--backend", "virtual", "--virtual-panel", "1280x800", "--socket", socket.path, "--"]
        do {
            try host.start(program, options + application)
        } catch {
            host.stop()
            throw error
        }
    }

    /// Ends the service and removes its files.
    func stop() {
        connection = nil
        host.stop()
    }

    /// Milliseconds from the start to the first frame presented with the terminal in it.
    func awaitFirstFrame() throws -> Double {
        var framesBefore = 0
        let took = try host.wait(for: "the first frame", pauseMicroseconds: 1000) {
            guard let status = try? status() else { return false }
            if status.applications.content == nil { framesBefore = status.counters.panel.framesPresented }
            return status.applications.content != nil && status.counters.panel.framesPresented > framesBefore
        }
        return took
    }

    /// Plugs a display in and waits until it shows the content.
    func plug(_ name: String, width: Int, height: Int) throws {
        try connect().perform(PlugRequest(output: OutputID(name), width: width, height: height))
        _ = try host.wait(for: "mirroring", pauseMicroseconds: 10_000) {
            try status().screens.state == .mirroring
        }
    }

    /// Waits until nothing has been drawn for half a second.
    func awaitStillness() throws {
        var last = try status().counters
        _ = try host.wait(for: "the terminal to rest", pauseMicroseconds: 500_000) {
            let now = try status().counters
            defer { last = now }
            return now.framesComposed == last.framesComposed
                && now.panel.framesPresented == last.panel.framesPresented
        }
    }

    func perform(_ request: some ControlCommand) throws {
        try connect().perform(request)
    }

    func status() throws -> ServiceStatus {
        try connect().perform(StatusRequest()).status
    }

    /// The service's peak resident memory in millions of bytes: all of it, and without the memory now shared with clients.
    func peakMemory() throws -> (whole: Double, beyondClients: Double) {
        let peak = try memory("VmHWM")
        return (peak, peak - (try memory("RssShmem")))
    }

    /// A value of the process's memory from /proc, in millions of bytes.
    private func memory(_ field: String) throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(host.process)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(field):") }
        guard let kilobytes = line?.split(separator: " ").dropLast().last.flatMap({ Double($0) }) else {
            throw BenchError("read the memory of process \(host.process)", "no \(field)")
        }
        return kilobytes * 1024 / 1_000_000
    }

    private func connect() throws -> ControlClient {
        if let connection { return connection }
        let made = try ControlClient(to: socket)
        connection = made
        return made
    }
}
