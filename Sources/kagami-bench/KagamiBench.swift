import ArgumentParser
import Foundation

/// The bench, and the client that it starts in the compositors under test.
@main
struct KagamiBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kagami-bench", abstract: "Measure what Kagami costs.",
        subcommands: [MeasureCommand.self, DrawFramesCommand.self, AnswerTouchesCommand.self],
        defaultSubcommand: MeasureCommand.self)
}

/// Measures what Kagami costs, prints a table and writes the figures as JSON.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Measure, print a table and write the figures as JSON.",
        discussion: "docs/performance.md says how each figure is measured.")

    @Option(help: ArgumentHelp("Where the figures go. (default: bench.json beside this program)", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("The service to measure. (default: kagami beside this program)", valueName: "file"))
    var kagami: String?

    @Flag(help: "Measure the pixel loops alone, without a running service.")
    var pixelsOnly = false

    @Flag(help: "Measure the status bar alone.")
    var barsOnly = false

    @Flag(help: "Compare with sway alone.")
    var peersOnly = false

    @Flag(help: "Measure touches alone.")
    var touchesOnly = false

    @Option(help: "The number of touches.")
    var touches = 200

    func run() throws {
        let folder = try Executable.folder()
        let program = kagami.map { URL(fileURLWithPath: $0) } ?? folder.appendingPathComponent("kagami")
        let isWhole = !(pixelsOnly || barsOnly || peersOnly || touchesOnly)
        var figures = Figures()
        if pixelsOnly || isWhole {
            PixelFigures.measure(into: &figures)
            ZoomFigures.measure(into: &figures)
            DisplayFigures.measure(into: &figures)
            DisplayFigures.measureGLES(into: &figures)
        }
        if barsOnly || isWhole { try HUDCounts().measure(into: &figures) }
        if isWhole { try ServiceFigures(program: program).measure(into: &figures) }
        let bench = folder.appendingPathComponent("kagami-bench")
        if touchesOnly || isWhole {
            try unlessWhole(isWhole) {
                try TouchFigures(program: program, bench: bench, touches: touches).measure(into: &figures)
            }
        }
        if peersOnly || isWhole {
            try unlessWhole(isWhole) { try PeerFigures(kagami: program, bench: bench).measure(into: &figures) }
        }
        print(figures.table)
        let file = output.map { URL(fileURLWithPath: $0) } ?? folder.appendingPathComponent("bench.json")
        try figures.json.write(to: file, options: .atomic)
    }

    /// Measures some figures; an error ends a partial run, but leaves only these figures out of a whole run.
    private func unlessWhole(_ isWhole: Bool, _ measure: () throws -> Void) throws {
        do {
            try measure()
        } catch  where isWhole {
            FileHandle.standardError.write(Data("kagami-bench: figures left out: \(error)\n".utf8))
        }
    }

    func validate() throws {
        guard touches > 0 else { throw ValidationError("There must be at least one touch.") }
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
