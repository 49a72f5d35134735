import Control
import ControlSupport
import Mirroring
import Testing
import TestSupport

@testable import KagamiCommands

/// Whatever strangers call themselves, every command's text has its lines and nothing that steers a terminal.
@Suite struct StrangersTextTests {
    private static let seeds = Effort.seeds(sample: 60, torture: 10000)

    /// Whether the text has exactly so many lines, all printable.
    private func isPlain(_ text: String, lines count: Int) -> Bool {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.count == count && lines.allSatisfy { $0.allSatisfy { $0.isPrintable } }
    }

    @Test(arguments: seeds)
    func statusAndPiP(seed: UInt64) {
        var random = RandomStatus(seed: seed)
        let status = random.status()
        #expect(isPlain(StatusText.describe(status), lines: StatusText.rows(status).count))
    }

    @Test(arguments: seeds)
    func outputsAndPlanes(seed: UInt64) {
        var random = RandomStatus(seed: seed)
        let reply = random.outputs()
        let touchscreens = reply.touchscreens.count
        let rest = reply.outputs.filter(\.isConnected).reduce(reply.outputs.count) { count, output in
            count + output.modes.count + (output.remembered == nil ? 0 : 1)
        }
        let hidden = reply.outputs.filter { !$0.isConnected }.reduce(0) { count, output in
            count + output.modes.count + (output.remembered == nil ? 0 : 1)
        }
        #expect(isPlain(OutputText.describe(reply), lines: max(1, touchscreens + rest + hidden)))
        #expect(isPlain(ExternalsText.describe(reply.outputs), lines: max(1, reply.outputs.count)))
        #expect(isPlain(PlaneText.describe(reply.outputs), lines: max(1, reply.outputs.flatMap(\.layers).count)))
        #expect(isPlain(TouchscreenText.describe(reply.touchscreens), lines: 1))
    }

    @Test(arguments: seeds)
    func windows(seed: UInt64) {
        var random = RandomStatus(seed: seed)
        let windows = random.windows()
        #expect(isPlain(WindowText.describe(windows), lines: max(1, windows.count)))
    }

    @Test(arguments: seeds)
    func configuration(seed: UInt64) {
        var random = RandomStatus(seed: seed)
        let report = random.configuration()
        #expect(isPlain(ConfigCommand.Show.describe(report), lines: max(1, report.values.count)))
        let rows = report.values.count
        #expect(isPlain(ReportedConfiguration.describe(report), lines: 1 + max(1, rows)))
    }

    @Test(arguments: seeds)
    func events(seed: UInt64) {
        var random = RandomStatus(seed: seed)
        let json = JSONLine()
        for _ in 0..<20 {
            let event = random.event()
            let text = EventText.describe(json.encode(event).dropLast(), json)
            #expect(isPlain(text, lines: 1))
            #expect(text == EventText.describe(event), "the line was read")
        }
    }

    /// Each line is a sample, whose labels are quoted and escaped as the specification wants.
    @Test(arguments: seeds)
    func metrics(seed: UInt64) {
        var random = RandomStatus(seed: seed)
        let families = ServiceMetrics.families(of: random.status())
        for format in MetricsFormat.allCases {
            let lines = format.text(families).unicodeScalars.split(separator: "\n").map { String($0) }
            for line in lines where !line.hasPrefix("#") {
                let sample = Array(line.unicodeScalars)
                var (isQuoted, isEscaped, outside) = (false, false, "")
                for scalar in sample {
                    if isQuoted, isEscaped {
                        isEscaped = false
                    } else if isQuoted, scalar == "\\" {
                        isEscaped = true
                    } else if scalar == "\"" {
                        isQuoted.toggle()
                    } else if !isQuoted {
                        outside.unicodeScalars.append(scalar)
                    }
                }
                #expect(!isQuoted)
                #expect(outside.wholeMatch(of: /[a-z_]+(\{([a-z_]+=,?)+\})? -?[0-9.e+-]+/) != nil, "\(line)")
            }
        }
    }

    @Test(arguments: Effort.seeds(sample: 20, torture: 2000))
    func report(seed: UInt64) {
        var random = RandomStatus(seed: seed)
        let facts = ServiceFacts(
            status: .success(random.status()), outputs: .success(random.outputs()), windows: .success(random.windows()),
            configuration: .success(random.configuration()))
        for withNames in [false, true] {
            let sections = ServiceReport(facts: facts, withNames: withNames).sections
            let text = Report(
                sections: sections,
                redaction: Redaction(environment: [:], names: withNames ? [] : facts.names)
            ).text
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintable })
            #expect(text.split(separator: "\n").count { $0.hasPrefix("== ") } == sections.count)
        }
    }
}
