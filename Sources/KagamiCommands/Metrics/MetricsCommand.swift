import ArgumentParser
import Control

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
