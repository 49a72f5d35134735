import Foundation
import Runtime
import Testing

@testable import KagamiCommands
@testable import kagami

/// Files that commands write.
@Suite struct OutputFileTests {
    private let folder: TemporaryDirectory
    private let source: OwnedDescriptor

    init() throws {
        folder = try TemporaryDirectory()
        source = try OwnedDescriptor(memoryFile: "test")
        #expect(write(source.number, "picture", 7) == 7)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    private func text(_ path: String) throws -> String { String(decoding: try FilePath.read(path), as: UTF8.self) }

    /// The whole of what a command does.
    private func replace(_ path: String, _ kind: OutputFile.Kind = .picture) throws {
        let file = try OutputFile(path, kind)
        try file.write(contentsOf: source)
        try file.takePlace()
    }

    @Test func aNewFileAppearsWhole() throws {
        let path = folder.path + "/new"
        let file = try OutputFile(path, .picture)
        try file.write(contentsOf: source)
        #expect(access(path, F_OK) != 0)
        try file.takePlace()
        #expect(try text(path) == "picture")
        #expect(try names == ["new"])
    }

    @Test func aFileThatWasThereKeepsItsModeAndIsKeptUntilTheEnd() throws {
        let path = try folder.write("old and longer", to: "file")
        chmod(path, 0o640)
        do {
            let file = try OutputFile(path, .picture)
            try file.write(contentsOf: source)
            #expect(try text(path) == "old and longer")
        }
        #expect(try names == ["file"])
        try replace(path)
        #expect(try text(path) == "picture")
        #expect(mode(path) & 0o7777 == 0o640)
    }

    @Test func aDeviceIsWrittenToAndStays() throws {
        try replace("/dev/null")
        #expect(mode("/dev/null") & S_IFMT == S_IFCHR)
        #expect(throws: CommandFailure.self) { try replace("/dev/full") }
        #expect(mode("/dev/full") & S_IFMT == S_IFCHR)
    }

    @Test(arguments: [OutputFile.Kind.picture, .secret])
    func aPipeIsWrittenToAndStays(_ kind: OutputFile.Kind) throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let reader = OwnedDescriptor(owning: open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
        try replace(path, kind)
        var bytes = [UInt8](repeating: 0, count: 100)
        #expect(read(reader.number, &bytes, 100) == 7)
        #expect(mode(path) & S_IFMT == S_IFIFO)
    }

    @Test func aLinkStaysAndWhatItLeadsToIsWritten() throws {
        let target = try folder.write("old and longer", to: "target")
        let path = folder.path + "/link"
        #expect(symlink(target, path) == 0)
        try replace(path)
        #expect(mode(path) & S_IFMT == S_IFLNK)
        #expect(try text(target) == "picture")
        let dangling = folder.path + "/dangling"
        #expect(symlink(folder.path + "/nothing", dangling) == 0)
        #expect(throws: CommandFailure.self) { try replace(dangling) }
        #expect(try names == ["dangling", "link", "target"])
    }

    @Test func aSecretIsItsOwnersAloneAndGoesThroughNoLink() throws {
        let previous = umask(0)
        defer { umask(previous) }
        let new = folder.path + "/new"
        try replace(new, .secret)
        #expect(mode(new) & 0o7777 == 0o600)
        // One that all could read is replaced, not filled: who has it open sees nothing.
        let old = try folder.write("old", to: "old")
        chmod(old, 0o666)
        let reader = OwnedDescriptor(owning: open(old, O_RDONLY | O_CLOEXEC))
        try replace(old, .secret)
        #expect(mode(old) & 0o7777 == 0o600)
        var bytes = [UInt8](repeating: 0, count: 100)
        #expect(read(reader.number, &bytes, 100) == 3)
        let link = folder.path + "/link"
        #expect(symlink(old, link) == 0)
        #expect(throws: CommandFailure("\(link) is a symbolic link: name the file that it leads to")) {
            try replace(link, .secret)
        }
        #expect(try names == ["link", "new", "old"])
    }

    @Test func whatCannotBeWrittenIsToldByName() throws {
        let missing = folder.path + "/none/file"
        #expect(throws: CommandFailure("cannot write \(missing): No such file or directory")) { try replace(missing) }
        #expect(throws: CommandFailure("cannot write \(folder.path): Is a directory")) { try replace(folder.path) }
    }
}
