import ArgumentParser
import Foundation

/// Measures what Kagami costs, prints a table and writes the figures as JSON.
@main
struct KagamiBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kagami-bench", abstract: "Measure what Kagami costs.",
        discussion: "docs/performance.md says how each figure is measured.")

    @Option(help: ArgumentHelp("Where the figures go. (default: bench.json beside this program)", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("The service to measure. (default: kagami beside this program)", valueName: "file"))
    var kagami: String?

    @Flag(help: "Measure the pixel loops alone, without a running service.")
    var pixelsOnly = false

    @Flag(help: "Measure the status bar alone.")
    var barsOnly = false

    func run() throws {
        let folder = try Executable.folder()
        var figures = Figures()
        if !barsOnly { PixelFigures.measure(into: &figures) }
        if !pixelsOnly { try HUDCounts().measure(into: &figures) }
        if !(pixelsOnly || barsOnly) {
            let program = kagami.map { URL(fileURLWithPath: $0) } ?? folder.appendingPathComponent("kagami")
            try ServiceFigures(program: program).measure(into: &figures)
        }
        print(figures.table)
        let file = output.map { URL(fileURLWithPath: $0) } ?? folder.appendingPathComponent("bench.json")
        try figures.json.write(to: file, options: .atomic)
    }

    func validate() throws {
        #if DEBUG
            throw ValidationError("a debug build gives no useful figures: build with --configuration release")
        #endif
    }
}

/// This program's own file.
enum Executable {
    /// The directory of the program.
    static func folder() throws(BenchError) -> URL {
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw BenchError("find this program", "/proc/self/exe cannot be read")
        }
        return URL(fileURLWithPath: path).deletingLastPathComponent()
    }
}

/// A measurement that could not be made.
struct BenchError: Error, CustomStringConvertible {
    let operation: String
    let reason: String

    init(_ operation: String, _ reason: String) {
        self.operation = operation
        self.reason = reason
    }

    var description: String { "cannot \(operation): \(reason)" }
}
