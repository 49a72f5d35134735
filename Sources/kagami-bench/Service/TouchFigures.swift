import Control
import Foundation
import Geometry
import Mirroring
import Runtime

/// Measures how long a touch on the panel takes to show on both screens.
///
/// The touch goes through the service to a client that answers, and the answer back through the service.
struct TouchFigures {
    let program: URL
    /// This program, which is also the client.
    let bench: URL
    let touches: Int

    /// The refresh at 60 Hz, the rate of the virtual displays.
    private static let refreshMicroseconds = 1_000_000.0 / 60
    /// How often the panel's frame counter is polled from outside.
    private static let pollMicroseconds: UInt32 = 500
    /// The pixels of the client's band on the panel: as wide as the panel, and as high as the scaled band.
    private static let bandPixels = 1280 * (TouchClient.rows / 3)

    /// Adds the figures, from one run with a client that rests between touches and one with an animated client.
    func measure(into figures: inout Figures) throws {
        for (isAnimated, name) in [(false, "touch"), (true, "animated_touch")] {
            let delays = try measure(isAnimated: isAnimated)
            add(delays.map(\.external), name, "external", to: &figures)
            add(delays.map(\.panel), name, "panel", to: &figures)
        }
    }

    private func measure(isAnimated: Bool) throws -> [TouchDelays] {
        let instants = FileManager.default.temporaryDirectory.appendingPathComponent(
            "kagami-bench-\(UUID().uuidString)")
        guard mkfifo(instants.path, 0o600) == 0, let answers = FileHandle(forUpdatingAtPath: instants.path) else {
            throw BenchError("make a pipe", String(cString: strerror(errno)))
        }
        defer { try? FileManager.default.removeItem(at: instants) }
        let client = [bench.path, "answer-touches"] + (isAnimated ? ["--animated"] : []) + [instants.path]
        let service = try RunningService(program: program, application: client)
        defer { service.stop() }
        _ = try service.awaitFirstFrame()
        try service.plug("HDMI-A-1", width: 3840, height: 2160)
        if isAnimated { usleep(1_000_000) } else { try service.awaitStillness() }
        var random = SystemRandomNumberGenerator()
        return try (0..<touches).map { _ in
            // Touches come at any moment between two refreshes.
            usleep(UInt32.random(in: 20_000...40_000, using: &random))
            return try touch(service, answers)
        }
    }

    /// Touches once; returns the times until the answer is on each screen.
    private func touch(_ service: RunningService, _ answers: FileHandle) throws -> TouchDelays {
        var watch = PanelWatch(try service.status().counters.panel, pixels: Self.bandPixels)
        let start = MonotonicClock.now
        try service.perform(TouchRequest.down(slot: 0, Point(x: 640, y: 400)))
        var shown: Int64?
        try service.host.wait(for: "the panel's frame", pauseMicroseconds: Self.pollMicroseconds, seconds: 5) {
            shown = watch.see(try service.status().counters.panel, at: MonotonicClock.now)
            return shown != nil
        }
        try service.perform(TouchRequest.up(slot: 0))
        guard let shown, let instant = Int64(Self.line(answers)) else {
            throw BenchError("measure a touch", "the client has written no instant")
        }
        return TouchDelays(external: Double(instant - start), panel: Double(shown - start))
    }

    /// The next line, or the part of it that arrives before a second without input.
    private static func line(_ pipe: FileHandle) -> String {
        var bytes = Data()
        var request = pollfd(fd: pipe.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 1000) > 0, let byte = try? pipe.read(upToCount: 1), byte != Data("\n".utf8) {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func add(_ delays: [Double], _ kind: String, _ screen: String, to figures: inout Figures) {
        for (name, share) in [("p50", 0.5), ("p99", 0.99)] {
            let delay = delays.quantile(share)
            figures.add(
                "\(kind)_to_\(screen)_\(name)_us", delay,
                "from a touch on the panel to its answer on the \(screen)\(kind == "touch" ? "" : ", animated")")
            figures.add(
                "\(kind)_to_\(screen)_\(name)_frames", delay / Self.refreshMicroseconds, decimals: 2, "in refreshes")
        }
    }
}

/// Microseconds from a touch to its answer on each screen.
private struct TouchDelays {
    let external: Double
    let panel: Double
}

/// Watches the panel's counters for the frame with the answer, which repaints enough pixels.
/// The disc under the finger repaints fewer.
private struct PanelWatch {
    private let pixels: Int
    private var last: ScreenCounters
    /// The number of presented frames when the frame was seen to be drawn, and the time of that.
    private var drawn: (presented: Int, at: Int64)?
    /// Whether the frame may have been presented since the look before.
    private var isUnclear = false

    /// After this long without another frame, a resting client's answer counts as presented.
    private static let patience = 50_000

    init(_ counters: ScreenCounters, pixels: Int) {
        last = counters
        self.pixels = counters.damagedPixels + pixels
    }

    /// The instant at which the frame was first seen on screen; nil before.
    /// If the frame was drawn and a frame was presented between two looks, the next presented frame counts, if there is one.
    mutating func see(_ counters: ScreenCounters, at now: Int64) -> Int64? {
        defer { last = counters }
        guard let drawn else {
            guard counters.damagedPixels >= pixels else { return nil }
            drawn = (counters.framesPresented, now)
            isUnclear = counters.framesPresented > last.framesPresented
            return nil
        }
        if counters.framesPresented > drawn.presented { return now }
        return isUnclear && now - drawn.at > Self.patience ? drawn.at : nil
    }
}

extension [Double] {
    /// The value that this share of the values does not exceed.
    func quantile(_ share: Double) -> Double {
        isEmpty ? .nan : sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
