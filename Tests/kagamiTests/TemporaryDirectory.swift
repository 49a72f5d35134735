import Foundation
import Testing

/// A directory that goes with this object.
final class TemporaryDirectory {
    let path: String

    convenience init(in folder: String = "/tmp") throws {
        var template = Array("\(folder)/kagami-test-XXXXXX".utf8CString)
        let path = try template.withUnsafeMutableBufferPointer { buffer in
            let start = try #require(buffer.baseAddress)
            return String(cString: try #require(mkdtemp(start)))
        }
        self.init(path: path)
    }

    private init(path: String) {
        self.path = path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func makeDirectory(_ name: String) throws -> TemporaryDirectory {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: false)
        return TemporaryDirectory(path: "\(path)/\(name)")
    }

    /// An executable file.
    func writeProgram(_ name: String) throws -> String {
        let program = try write("#!/bin/sh\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        return program
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }
}
