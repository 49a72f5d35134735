import ArgumentParser
import Control

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONSchema.Subject: ExpressibleByArgument {}

/// `kagami schema`.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print a JSON Schema of what other commands print with --json.",
        discussion: """
            The schema comes with the program and needs no running service. Of events it describes one line.

            Example: kagami schema status
            """)

    @Argument(help: "The command whose output to describe.")
    var subject: JSONSchema.Subject

    func run() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        TextOutput.standard.write(Array(try encoder.encode(try JSONSchema(of: subject))) + [UInt8(ascii: "\n")])
    }
}
