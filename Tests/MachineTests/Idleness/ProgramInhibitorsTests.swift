import Mirroring
import Testing

@testable import Machine

@Suite struct ProgramInhibitorsTests {
    /// A bus's programs, which a test's expectations change.
    private final class Programs {
        private var inhibitors = ProgramInhibitors()
        var all: [IdlenessInhibitor] { inhibitors.all }

        func add(_ client: String, program: String, reason: String = "r") -> UInt32? {
            inhibitors.add(client, program: program, reason: reason)
        }

        func end(_ cookie: UInt32, of client: String) -> Bool { inhibitors.end(cookie, of: client) }
        func has(_ client: String) -> Bool { inhibitors.has(client) }
        func left(_ client: String) { inhibitors.left(client) }
    }

    private let programs = Programs()

    @Test func aProgramEndsItsOwnAlone() throws {
        let film = try #require(programs.add(":1.1", program: "vlc", reason: "Playing some media"))
        let talk = try #require(programs.add(":1.2", program: "firefox", reason: ""))
        #expect(film != talk && film != 0 && talk != 0)
        #expect(
            programs.all == [
                IdlenessInhibitor(.screenSaver, program: "vlc", reason: "Playing some media"),
                IdlenessInhibitor(.screenSaver, program: "firefox", reason: nil),
            ])
        #expect(!programs.end(film, of: ":1.2") && !programs.end(film &+ talk, of: ":1.1"))
        #expect(programs.end(film, of: ":1.1") && !programs.end(film, of: ":1.1"))
        #expect(!programs.has(":1.1") && programs.has(":1.2"))
        #expect(programs.all.map(\.program) == ["firefox"])
    }

    @Test func aConnectionThatGoesTakesAllOfItsOwn() {
        for name in ["a", "b"] { _ = programs.add(":1.1", program: name) }
        _ = programs.add(":1.2", program: "c")
        programs.left(":1.1")
        programs.left(":1.3")
        #expect(programs.all.map(\.program) == ["c"])
    }

    @Test func noProgramFillsMemory() {
        for index in 0..<100 { _ = programs.add(":1.1", program: "a\(index)") }
        #expect(programs.all.count == ProgramInhibitors.mostOfOne)
        for index in 2..<100 { _ = programs.add(":1.\(index)", program: "b") }
        #expect(programs.all.count == ProgramInhibitors.most)
        #expect(programs.add(":1.200", program: "c") == nil)
        programs.left(":1.1")
        #expect(programs.add(":1.200", program: "c") != nil, "there is room again")
    }

    @Test func textsAreCutAndOneLetterMayBeLong() {
        let letter = "e" + String(repeating: "\u{301}", count: 100_000)
        _ = programs.add(":1.1", program: letter, reason: String(repeating: "r", count: 100_000))
        let longest = IdlenessInhibitor.longestText
        #expect(programs.all.first?.program?.unicodeScalars.count == longest)
        #expect(programs.all.first?.reason?.count == longest)
    }
}
