import Control
import Foundation
import Geometry
import Glibc
import Logging
import Mirroring
import Runtime
import Synchronization
import Testing

@testable import kagami

/// The files that the service keeps beyond its end: replaced as a whole, and survived whatever they are.
@Suite struct StateFileTests {
    private let folder: TemporaryDirectory
    private var environment: [String: String] { ["STATE_DIRECTORY": folder.path] }

    init() throws {
        folder = try TemporaryDirectory()
    }

    static func entry(_ output: String, scale: Double) -> DisplayMemory.Entry {
        DisplayMemory.Entry(
            identity: DisplayIdentity(), output: OutputID(output), settings: DisplaySettings(scale: Scale(scale)))
    }

    /// A kind of damage to both files.
    struct Damage: Sendable, CustomStringConvertible {
        let description: String
        /// The contents of `displays.json`, and how many of its two displays can be used.
        var displays: (bytes: [UInt8], used: Int)?
        /// The contents of `hints`, and how many of its two hints can be used.
        var hints: (bytes: [UInt8], used: Int)?
        /// Puts something else than a file at the path.
        var replace: (@Sendable (String) -> Void)?
    }

    private static func display(_ name: String, _ rest: String = "\"scale\":2") -> String {
        "{\"output\":\"\(name)\",\"settings\":{\(rest)}}"
    }

    private static func file(_ displays: String..., more: String = "") -> [UInt8] {
        Array("{\"displays\":[\(displays.joined(separator: ","))]\(more)}".utf8)
    }

    private static let rubbish: [UInt8] = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ 0x5A) }

    static let damages: [Damage] = [
        Damage(description: "empty", displays: ([], 0)),
        Damage(
            description: "cut off", displays: (Array(file(display("DP-1"), display("DP-2")).dropLast(20)), 0),
            hints: (Array("handle\ntwo-fin".utf8), 1)),
        Damage(description: "binary", displays: (rubbish, 0), hints: (rubbish, 0)),
        Damage(
            description: "of wrong types",
            displays: (file(display("DP-1"), display("DP-2", "\"scale\":\"large\"")), 1),
            hints: (Array("{\"learned\": 7}\nhandle\n".utf8), 1)),
        Damage(
            description: "too large",
            displays: (file(display("DP-1"), more: String(repeating: " ", count: 70_000)), 0),
            hints: (Array(String(repeating: "handle\n", count: 1000).utf8), 0)),
        Damage(description: "a folder", replace: { _ = mkdir($0, 0o700) }),
        Damage(description: "a link to itself", replace: { _ = symlink($0, $0) }),
        Damage(
            description: "of another version",
            displays: (
                file(display("DP-1"), display("DP-2", "\"scale\":2,\"curve\":\"hlg\""), more: ",\"version\":2"), 2
            ),
            hints: (Array("handle\nthree-fingers\ntwo-fingers\n".utf8), 2)),
    ]

    @Test(arguments: damages)
    func whatIsGoodIsUsedAndTheRestIsKept(damage: Damage) throws {
        let displays = "\(folder.path)/displays.json"
        let hints = "\(folder.path)/hints"
        func put(_ content: (bytes: [UInt8], used: Int)?, at path: String) throws -> Bool {
            if let content { try Data(content.bytes).write(to: URL(fileURLWithPath: path)) }
            damage.replace?(path)
            return content != nil || damage.replace != nil
        }
        let memory = DisplayMemory([Self.entry("DP-1", scale: 2), Self.entry("DP-2", scale: 2)])
        for round in ["", "-2"] {
            if try put(damage.displays, at: displays) {
                let used = damage.displays?.used ?? 0
                let kept = DisplayMemory(Array(memory.entries.prefix(used)))
                #expect(DisplayMemoryFile(environment: environment).load() == kept)
                try check("\(displays).damaged\(round)", damage.displays?.bytes)
                #expect(DisplayMemoryFile(environment: environment).load() == kept, "the good part has been saved")
                DisplayMemoryFile(environment: environment).save(memory)
                #expect(DisplayMemoryFile(environment: environment).load() == memory)
            }
            if try put(damage.hints, at: hints) {
                let file = HintFile(environment: environment)
                #expect(file.load().count == damage.hints?.used ?? 0)
                try check("\(hints).damaged\(round)", damage.hints?.bytes)
                file.save([.handle, .twoFingers])
                #expect(HintFile(environment: environment).load() == [.handle, .twoFingers])
            }
            unlink(displays)
            unlink(hints)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.allSatisfy { $0.contains(".damaged") }, "\(names)")
    }

    /// What was at the path is at this one now, byte for byte.
    private func check(_ aside: String, _ bytes: [UInt8]?) throws {
        #expect(!FilePath.isAbsent(aside))
        guard let bytes else { return }
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == Data(bytes))
    }

    @Test func aGoodFileStaysAsItIs() throws {
        let memory = DisplayMemory([Self.entry("DP-1", scale: 1.75), Self.entry("VGA-1", scale: 2)])
        DisplayMemoryFile(environment: environment).save(memory)
        // As an older version wrote it, or a person.
        try folder.write(
            "{ \"displays\": [ {\"output\": \"DP-1\", \"settings\": {\"scale\": 1.75, \"role\": null}},\n"
                + "{\"output\": \"VGA-1\", \"settings\": {\"scale\": 2.0}} ] }", to: "displays.json")
        #expect(DisplayMemoryFile(environment: environment).load() == memory)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["displays.json"])
    }

    @Test func theLogNamesWhatIsLost() throws {
        let json = JSONLine()
        func lost(_ bytes: [UInt8]) throws -> String? { try json.decodeWhole(DisplayMemory.self, from: bytes).lost }
        #expect(try lost(Self.file(Self.display("A"), Self.display("B"))) == nil)
        #expect(
            try lost(Self.file(Self.display("A"), Self.display("B", "\"scale\":2,\"curve\":1")))
                == "displays.[1].settings.curve")
        #expect(try lost(Self.file(Self.display("A", "\"scale\":[]"), Self.display("B"))) == "displays.[0]")
        #expect(try lost(Self.file(Self.display("A"), more: ",\"version\":2")) == "version")
    }

    /// The limit of files' sizes stands for a full disk: a write fails after some bytes.
    @Test func aFullDiskKeepsTheOldFileAndIsReportedOnce() async {
        // The limit and the log are the whole process's.
        await #expect(processExitsWith: .success) {
            LoggingSystem.bootstrap { _ in CountingLog() }
            Signals.ignoreFailedWrites()
            let folder = try TemporaryDirectory()
            let file = DisplayMemoryFile(environment: ["STATE_DIRECTORY": folder.path])
            let small = DisplayMemory([Self.entry("DP-1", scale: 2)])
            let large = DisplayMemory([Self.entry("DP-1", scale: 2), Self.entry("DP-2", scale: 2)])
            func load() -> DisplayMemory { DisplayMemoryFile(environment: ["STATE_DIRECTORY": folder.path]).load() }
            for round in 1...2 {
                file.save(small)
                Self.limitFiles(to: 300)
                for _ in 0..<3 { file.save(large) }
                try #require(load() == small)
                try #require(CountingLog.count.withLock { $0 } == round)
                try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["displays.json"])
                Self.limitFiles(to: nil)
                file.save(large)
                try #require(load() == large)
            }
        }
    }

    private static func limitFiles(to bytes: rlim_t?) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = bytes ?? limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
}

/// Counts the messages.
private struct CountingLog: LogHandler {
    static let count = Mutex(0)
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { Self.count.withLock { $0 += 1 } }
}
