import Foundation

/// Compares Kagami's cost with an external to sway's cost of showing the same client on that output alone.
struct PeerFigures {
    let kagami: URL
    /// This program, which is also the client that draws full frames.
    let bench: URL

    private static let frames = 300
    private static let changes = 300
    /// Kagami and sway take turns this often; the figures are medians.
    private static let rounds = 3

    /// Adds the figures; if sway is missing or fails, prints a line and leaves out the figures relative to it.
    func measure(into figures: inout Figures) throws {
        let frames = try compare("full frames", fullFrames)
        figures.add(
            "full_frames_cpu_s", frames.own, decimals: 2, "processor seconds per 1,000 full 4K frames, panel included")
        if let ratio = frames.ratio {
            figures.add(
                "full_frames_cpu_to_sway", ratio, decimals: 2,
                "in those of sway with that output alone (target: at most 0.9)")
        }
        let characters = try compare("one-character changes", oneCharacter)
        figures.add(
            "one_character_cpu_s", characters.own, decimals: 3, "per 1,000 changes of one character in foot at 4K")
        if let ratio = characters.ratio {
            figures.add(
                "one_character_cpu_to_sway", ratio, decimals: 2,
                "in those of sway with that output alone (target: at most 1.0)")
        }
    }

    /// The medians of Kagami's own seconds and of their ratio to sway's, measured in turns.
    private func compare(
        _ what: String, _ measure: (_ start: ([String]) throws -> MeasuredProcess) throws -> Double
    ) throws -> (own: Double, ratio: Double?) {
        var (owns, ratios) = ([Double](), [Double]())
        var peer = Sway.program
        if peer == nil { Self.say("\(what): no comparison: no sway on PATH: install sway") }
        for _ in 0..<Self.rounds {
            let own = try measure(mirroring)
            owns.append(own)
            guard let sway = peer else { continue }
            do {
                ratios.append(own / (try measure { try Sway(sway, client: $0).host }))
            } catch {
                Self.say("\(what): no comparison with sway: \(error)")
                peer = nil
            }
        }
        return (owns.median, peer == nil ? nil : ratios.median)
    }

    private static func say(_ text: String) {
        FileHandle.standardError.write(Data("kagami-bench: \(text)\n".utf8))
    }

    /// Starts Kagami with a panel and the 4K external.
    private func mirroring(_ client: [String]) throws -> MeasuredProcess {
        let service = try RunningService(program: kagami, application: client)
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
        // The first characters still load their glyphs.
        try change(host, count: 30)
        let clock = try ProcessorClock(of: host.process)
        let start = clock.seconds
        try change(host, count: Self.changes)
        return (clock.seconds - start) / Double(Self.changes) * 1000
    }

    private func change(_ host: MeasuredProcess, count: Int) throws {
        for number in 0..<count {
            try host.type(number.isMultiple(of: 2) ? "a" : "b")
            // The pause is longer than a refresh, so that no two characters share a frame.
            usleep(30_000)
        }
        usleep(200_000)
    }
}
