import Foundation
import Glibc
import Testing

@testable import Runtime

@Suite struct RegularFileTests {
    private let path = NSTemporaryDirectory() + "kagami-regular-\(UUID().uuidString)"

    @Test func fileIsReadWithinItsBound() throws {
        defer { unlink(path) }
        try Data("hello".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try RegularFile(path, limit: 5).read() == Array("hello".utf8))
        #expect(throws: RegularFile.Failure.tooLarge(bytes: 5, limit: 4)) { _ = try RegularFile(path, limit: 4).read() }
    }

    @Test func whatIsNoFileIsRefusedAtOnce() {
        defer { unlink(path) }
        #expect(mkfifo(path, 0o600) == 0)
        for path in [path, "/dev/zero", "/"] {
            #expect(throws: RegularFile.Failure.notRegular, "\(path)") { _ = try RegularFile(path, limit: 5).read() }
        }
        #expect(throws: RegularFile.Failure.self) { _ = try RegularFile("/nowhere/at/all", limit: 5).read() }
    }

    @Test func fileThatHasBecomeShorterIsReadAsItIs() throws {
        defer { unlink(path) }
        try Data("hello".utf8).write(to: URL(fileURLWithPath: path))
        let file = try RegularFile(path, limit: 5)
        truncate(path, 2)
        #expect(try file.read() == Array("he".utf8))
    }
}
