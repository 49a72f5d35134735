import Foundation

/// What Kagami costs with an external beside what sway costs that shows the same client on that output alone.
struct PeerFigures {
    let kagami: URL
    /// This program, which is also the client that draws full frames.
    let bench: URL

    private static let frames = 300
    private static let changes = 300

    /// Adds the figures; without sway, says that they are left out.
    func measure(into figures: inout Figures) throws {
        guard let sway = Sway.program else {
            FileHandle.standardError.write(Data("kagami-bench: no sway on PATH: *_to_sway left out\n".utf8))
            return
        }
        let own = try fullFrames { try Self.mirroring(kagami, $0) }
        let peer = try fullFrames { try Sway(sway, client: $0).host }
        figures.add("full_frames_cpu_s", own, decimals: 2, "processor seconds per 1,000 full 4K frames, panel included")
        figures.add("full_frames_cpu_to_sway", own / peer, decimals: 2, "in those of sway with that output alone")
        let ownCharacters = try oneCharacter { try Self.mirroring(kagami, $0) }
        let peerCharacters = try oneCharacter { try Sway(sway, client: $0).host }
        figures.add(
            "one_character_cpu_s", ownCharacters, decimals: 3, "per 1,000 changes of one character in foot at 4K")
        figures.add(
            "one_character_cpu_to_sway", ownCharacters / peerCharacters, decimals: 2,
            "in those of sway with that output alone")
    }

    /// Kagami with a panel and the 4K external.
    private static func mirroring(_ program: URL, _ client: [String]) throws -> MeasuredProcess {
        let service = try RunningService(program: program, application: client)
        do {
            _ = try service.awaitFirstFrame()
            try service.plug("HDMI-A-1", width: 3840, height: 2160)
        } catch {
            service.stop()
            throw error
        }
        return service.host
    }

    /// Processor seconds of the compositor per 1,000 full frames.
    private func fullFrames(_ start: ([String]) throws -> MeasuredProcess) throws -> Double {
        let host = try start([bench.path, "draw-frames", "--frames", "\(Self.frames)"])
        defer { host.stop() }
        try host.wait(for: "\(Self.frames) frames", seconds: 120) {
            FileManager.default.fileExists(atPath: host.result.path)
        }
        guard let seconds = Double(try String(contentsOf: host.result, encoding: .utf8)) else {
            throw BenchError("read the client's result", host.result.path)
        }
        return seconds / Double(Self.frames) * 1000
    }

    /// Processor seconds of the compositor per 1,000 characters, each shown in its own frame.
    private func oneCharacter(_ start: ([String]) throws -> MeasuredProcess) throws -> Double {
        let host = try start(Terminal.command)
        defer { host.stop() }
        let ready = host.folder.appendingPathComponent("input.ready").path
        try host.wait(for: "the terminal") { FileManager.default.fileExists(atPath: ready) }
        // The first characters bring their glyphs with them.
        try change(host, count: 30)
        let clock = try ProcessorClock(of: host.process)
        let start = clock.seconds
        try change(host, count: Self.changes)
        return (clock.seconds - start) / Double(Self.changes) * 1000
    }

    private func change(_ host: MeasuredProcess, count: Int) throws {
        for number in 0..<count {
            try host.type(number.isMultiple(of: 2) ? "a" : "b")
            // Longer than a refresh, so that no two share a frame.
            usleep(30_000)
        }
        usleep(200_000)
    }
}
