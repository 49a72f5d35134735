import Foundation

/// Turns the protocol files named on the command line into Swift files in the output directory.
func scan(_ arguments: ArraySlice<String>) throws {
    guard let output = arguments.first, arguments.count > 1 else { throw ScannerError.usage }
    var protocols: [ProtocolDescription] = []
    for path in arguments.dropFirst() {
        guard let data = FileManager.default.contents(atPath: path) else { throw ScannerError.unreadable(path: path) }
        protocols.append(try ProtocolParser.parse(data, path: path))
    }
    for (stem, text) in try FileEmitter(protocols).files {
        let file = URL(fileURLWithPath: output).appendingPathComponent("\(stem).swift")
        let data = Data(text.utf8)
        // An unchanged file is not written. Otherwise the build would compile the file again, and everything that depends on it.
        if FileManager.default.contents(atPath: file.path) != data { try data.write(to: file) }
    }
}

do {
    try scan(CommandLine.arguments.dropFirst())
} catch {
    FileHandle.standardError.write(Data("WaylandScanner: \(error)\n".utf8))
    exit(1)
}
