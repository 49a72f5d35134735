import Foundation
import Glibc
import Runtime
import Testing

@testable import X11

/// The sockets and the lock of an X display.
@Suite struct XSocketsTests {
    private let directory: String

    init() throws {
        directory = NSTemporaryDirectory() + "x-sockets-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    }

    private func names() throws -> [String] {
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory).sorted()
        return files.filter { $0 != ".X11-unix" }
    }

    @Test func theFirstFreeNumberIsTakenAndGivenBack() throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        do {
            let first = try XSockets(in: directory)
            let second = try XSockets(in: directory, onlyFile: true)
            #expect((first.number, second.number) == (0, 1))
            #expect((first.listening.count, second.listening.count) == (2, 1))
            #expect(first.path == directory + "/.X11-unix/X0")
            #expect(try names() == [".X0-lock", ".X1-lock", ".X11-unix/X0", ".X11-unix/X1"])
            let lock = try String(contentsOfFile: directory + "/.X0-lock", encoding: .utf8)
            #expect(lock.utf8.count == 11 && lock.hasSuffix("\(getpid())\n"))
            withExtendedLifetime((first, second)) {}
        }
        #expect(try names() == [])
    }

    @Test(arguments: [("4194999\n", 0), ("\(getpid())\n", 1), ("nonsense\n", 1), ("", 1), ("-1\n", 1)])
    func theLockOfADeadServerIsTakenOver(text: String, number: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try text.write(toFile: directory + "/.X0-lock", atomically: false, encoding: .utf8)
        let sockets = try XSockets(in: directory)
        #expect(sockets.number == number)
    }

    /// As that of a server in a container, whose process has another's number here.
    @Test(arguments: ["\(getpid())\n", "", "nonsense\n"])
    func anOldLockWithoutSocketsIsTakenOver(text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let lock = directory + "/.X0-lock"
        let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -60)]
        do {
            let living = try XSockets(in: directory)
            #expect(living.number == 0)
            try FileManager.default.setAttributes(old, ofItemAtPath: lock)
            #expect(try XSockets(in: directory).number == 1)
            #expect(unlink(living.path) == 0)
            #expect(try XSockets(in: directory).number == 1, "the socket without a file lives")
        }
        do {
            let hidden = try XSockets(in: directory, onlyFile: true)
            #expect(hidden.number == 0)
            try FileManager.default.setAttributes(old, ofItemAtPath: lock)
            #expect(try XSockets(in: directory).number == 1, "the file's socket lives")
        }
        try text.write(toFile: lock, atomically: false, encoding: .utf8)
        #expect(try XSockets(in: directory).number == 1, "a server makes its sockets after the lock")
        try FileManager.default.setAttributes(old, ofItemAtPath: lock)
        #expect(try XSockets(in: directory).number == 0)
    }

    /// A process that is killed at any time leaves a lock that names it.
    @Test func aLockIsNeverIncomplete() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/.X0-lock"
        let reader = Task.detached {
            var lengths: Set<Int> = []
            while !Task.isCancelled {
                if let lock = FileManager.default.contents(atPath: path) { lengths.insert(lock.count) }
            }
            return lengths
        }
        for _ in 0..<3000 { _ = try XSockets(in: directory) }
        reader.cancel()
        #expect(await reader.value.isSubset(of: [11]))
    }

    /// Nor does one that it was still writing stand in its successor's way.
    @Test func anEndedProcessOfTheSameNumberIsNoHindrance() throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try "half".write(toFile: directory + "/.X0-lock.\(getpid())", atomically: false, encoding: .utf8)
        let sockets = try XSockets(in: directory)
        #expect(sockets.number == 0)
        #expect(try names() == [".X0-lock", ".X11-unix/X0"])
    }

    @Test func aDirectoryThatOthersCouldReplaceIsRefused() throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let sockets = directory + "/.X11-unix"
        #expect(mkdir(sockets, 0o777) == 0 && chmod(sockets, 0o777) == 0)
        #expect(throws: RuntimeError.self) { try XSockets(in: directory) }
        #expect(rmdir(sockets) == 0 && symlink("/tmp", sockets) == 0)
        #expect(throws: RuntimeError.self) { try XSockets(in: directory) }
    }
}
