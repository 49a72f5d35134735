import Foundation

/// The measured figures in order; their names are a stable interface.
struct Figures {
    private struct Figure {
        let name: String
        let value: Double
        let decimals: Int
        let meaning: String

        var text: String { String(format: "%.\(decimals)f", value) }
    }

    private var figures: [Figure] = []
    private let machine = Machine.description

    /// Adds a figure; `meaning` is its line in the table.
    mutating func add(_ name: String, _ value: Double, decimals: Int = 0, _ meaning: String) {
        figures.append(Figure(name: name, value: value, decimals: decimals, meaning: meaning))
    }

    /// The figures in columns, one a line.
    var table: String {
        let names = figures.map(\.name.count).max() ?? 0
        let values = figures.map(\.text.count).max() ?? 0
        let lines = figures.map { figure in
            let name = figure.name.padding(toLength: names + 2, withPad: " ", startingAt: 0)
            let space = String(repeating: " ", count: values - figure.text.count)
            return "\(name)\(space)\(figure.text)  \(figure.meaning)"
        }
        return (lines + ["", machine]).joined(separator: "\n")
    }

    /// One object with each figure by name, and the machine's description.
    var json: Data {
        var lines = figures.map { "  \"\($0.name)\": \($0.text)" }
        let quoted = machine.filter { $0 != "\"" && $0 != "\\" }
        lines.append("  \"machine\": \"\(quoted)\"")
        return Data("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }
}

/// The machine that runs the bench.
enum Machine {
    /// Processor, number of cores and system.
    static var description: String {
        var system = utsname()
        uname(&system)
        let release = withUnsafeBytes(of: system.release) { text($0) }
        let architecture = withUnsafeBytes(of: system.machine) { text($0) }
        let cores = ProcessInfo.processInfo.processorCount
        return "\(processor), \(cores) cores, \(architecture), Linux \(release)"
    }

    private static var processor: String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        return model?.trimmingCharacters(in: .whitespaces) ?? "unnamed processor"
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
