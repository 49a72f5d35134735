import Foundation
import Testing

@testable import Runtime

@Suite struct FileWatchTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kagami-\(UUID().uuidString)")

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    @Test("A file that is written, made anew or renamed into place is told of, its neighbours are not")
    func changes() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let loop = try EventLoop()
        var changes = 0
        let watch = try FileWatch(folder.appendingPathComponent("layout.toml").path, loop: loop) { changes += 1 }
        try write("layout.toml", "made")
        loop.turn(timeoutMilliseconds: 5000)
        #expect(changes == 1)
        try write("layout.toml.bak", "a neighbour")
        loop.turn(timeoutMilliseconds: 5000)
        #expect(changes == 1)
        try write("new", "renamed")
        loop.turn(timeoutMilliseconds: 5000)
        #expect(rename(folder.path + "/new", folder.path + "/layout.toml") == 0)
        loop.turn(timeoutMilliseconds: 5000)
        #expect(changes == 2)
        withExtendedLifetime(watch) {}
    }

    @Test("A folder that is not there is an error with its name")
    func noFolder() throws {
        let loop = try EventLoop()
        #expect(throws: RuntimeError("watch", "/nowhere", errorNumber: ENOENT)) {
            try FileWatch("/nowhere/file", loop: loop) {}
        }
    }
}
