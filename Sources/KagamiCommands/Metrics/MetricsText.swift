import ArgumentParser
import Control
import Geometry

/// The two texts in which monitoring programs read metrics.
enum MetricsFormat: String, CaseIterable {
    /// OpenMetrics 1.0 (https://prometheus.io/docs/specs/om/open_metrics_spec).
    case openmetrics
    /// Prometheus' own older format 0.0.4, the only one that node_exporter's textfile collector reads. It has no units
    /// and no end mark; infos and statesets are gauges.
    case prometheus

    /// The whole text. A family without samples is left out.
    func text(_ families: [MetricFamily]) -> String {
        let blocks = families.filter { !$0.samples.isEmpty }.map(block)
        return blocks.joined() + (self == .openmetrics ? "# EOF\n" : "")
    }

    private func block(_ family: MetricFamily) -> String {
        let sampleName = family.name + family.kind.suffix
        let name = self == .openmetrics ? family.name : sampleName
        var lines = ["# TYPE \(name) \(word(for: family.kind))"]
        if self == .openmetrics, let unit = family.unit { lines.append("# UNIT \(name) \(unit)") }
        lines.append("# HELP \(name) \(family.help)")
        lines += family.samples.map { sample in
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            return "\(sampleName)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(sample.value))"
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func word(for kind: MetricFamily.Kind) -> String {
        switch (kind, self) {
        case (.counter, _): "counter"
        case (.gauge, _), (.info, .prometheus), (.stateset, .prometheus): "gauge"
        case (.info, .openmetrics): "info"
        case (.stateset, .openmetrics): "stateset"
        }
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(clamping: value))" : "\(value)"
    }

    private static func escaped(_ value: String) -> String {
        // By scalars: a quote with a combining accent is one character, and so is a carriage return with a line feed.
        value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += #"\\"#
            case "\"": text += #"\""#
            case "\n": text += #"\n"#
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension MetricFamily.Kind {
    /// The suffix that the samples' names add to the family's name.
    fileprivate var suffix: String {
        switch self {
        case .counter: "_total"
        case .info: "_info"
        case .gauge, .stateset: ""
        }
    }
}

extension MetricsFormat: ExpressibleByArgument {}

/// `kagami metrics`.
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "Print the service's state and counters for monitoring programs.",
        discussion: """
            The format prometheus is for node_exporter's textfile collector, openmetrics for all that reads OpenMetrics.

            Example: kagami metrics --format prometheus
            """)

    @Option(help: "The text's format.")
    var format = MetricsFormat.openmetrics

    @OptionGroup var connection: SocketOption

    func run() throws {
        let families = ServiceMetrics.families(of: try connection.ask(StatusRequest()).status)
        TextOutput.standard.write(Array(format.text(families).utf8))
    }
}
