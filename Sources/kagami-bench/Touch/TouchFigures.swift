import Control
import Foundation
import Geometry
import Mirroring
import Runtime

/// How long a touch on the panel takes to show on both screens: through the service, a client that answers it, and the
/// service again.
struct TouchFigures {
    let program: URL
    /// This program, which is also the client.
    let bench: URL
    let touches: Int

    /// 60 Hz, the rate of the virtual displays.
    private static let refreshMicroseconds = 1_000_000.0 / 60
    /// The panel's frames are counted from outside, this often.
    private static let pollMicroseconds: UInt32 = 500

    /// Adds the figures, from one run of the service.
    func measure(into figures: inout Figures) throws {
        let instants = FileManager.default.temporaryDirectory.appendingPathComponent(
            "kagami-bench-\(UUID().uuidString)")
        guard mkfifo(instants.path, 0o600) == 0, let answers = FileHandle(forUpdatingAtPath: instants.path) else {
            throw BenchError("make a pipe", String(cString: strerror(errno)))
        }
        defer { try? FileManager.default.removeItem(at: instants) }
        let service = try RunningService(program: program, application: [bench.path, "answer-touches", instants.path])
        defer { service.stop() }
        _ = try service.awaitFirstFrame()
        try service.plug("HDMI-A-1", width: 3840, height: 2160)
        try service.awaitStillness()
        var (external, panel) = ([Double](), [Double]())
        var random = SystemRandomNumberGenerator()
        for _ in 0..<touches {
            // Touches come at any moment between two refreshes.
            usleep(UInt32.random(in: 20_000...40_000, using: &random))
            let delays = try touch(service, answers)
            external.append(delays.external)
            panel.append(delays.panel)
        }
        add(external, "external", to: &figures)
        add(panel, "panel", to: &figures)
    }

    /// Microseconds from a touch to its answer on each screen.
    private func touch(_ service: RunningService, _ answers: FileHandle) throws -> (external: Double, panel: Double) {
        let before = try service.status().counters.panel.framesPresented
        let start = MonotonicClock.now
        try service.perform(TouchRequest.down(slot: 0, Point(x: 640, y: 400)))
        var shown: Int64?
        try service.host.wait(for: "the panel's frame", pauseMicroseconds: Self.pollMicroseconds, seconds: 5) {
            guard try service.status().counters.panel.framesPresented > before else { return false }
            shown = MonotonicClock.now
            return true
        }
        try service.perform(TouchRequest.up(slot: 0))
        guard let shown, let instant = Int64(Self.line(answers)) else {
            throw BenchError("measure a touch", "the client has written no instant")
        }
        return (Double(instant - start), Double(shown - start))
    }

    /// The next line, or what of it comes within a second.
    private static func line(_ pipe: FileHandle) -> String {
        var bytes = Data()
        var request = pollfd(fd: pipe.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 1000) > 0, let byte = try? pipe.read(upToCount: 1), byte != Data("\n".utf8) {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func add(_ delays: [Double], _ screen: String, to figures: inout Figures) {
        for (name, share) in [("p50", 0.5), ("p99", 0.99)] {
            let delay = delays.quantile(share)
            figures.add(
                "touch_to_\(screen)_\(name)_us", delay, "from a touch on the panel to its answer on the \(screen)")
            figures.add(
                "touch_to_\(screen)_\(name)_frames", delay / Self.refreshMicroseconds, decimals: 2, "in refreshes")
        }
    }
}

extension [Double] {
    /// The value that this share of the values does not exceed.
    func quantile(_ share: Double) -> Double {
        isEmpty ? .nan : sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
