import Control
import Testing

@testable import kagami_remote

@Suite struct TextRequestTests {
    private func decoded(_ line: String) throws -> TextRequest { try JSONLine().decode(from: Array(line.utf8)) }

    @Test func `the lines are requests`() throws {
        #expect(try decoded(#"{"command":"type","text":"\u00e4"}"#) == .type("\u{e4}"))
        #expect(try decoded(#"{"command":"copy","text":""}"#) == .copy(""))
        #expect(try decoded(#"{"command":"paste"}"#) == .paste)
    }

    @Test(arguments: [
        "", "rubbish", "[]", "{}", #"{"command":"launch"}"#, #"{"command":"type"}"#, #"{"command":"copy","text":7}"#,
    ])
    func `anything else is refused in one line`(_ line: String) {
        let error = #expect(throws: ControlRequestError.self) { _ = try decoded(line) }
        #expect(error.map { !"\($0)".isEmpty && !"\($0)".contains("\n") } == true)
    }

    @Test func `a reply has only what it says`() {
        func text(_ reply: TextReply) -> String { String(decoding: JSONLine().encode(reply), as: UTF8.self) }
        #expect(text(TextReply()) == "{\"ok\":true}\n")
        #expect(text(TextReply(text: "a")) == "{\"ok\":true,\"text\":\"a\"}\n")
        #expect(text(TextReply(ok: false, error: "no")) == "{\"error\":\"no\",\"ok\":false}\n")
    }
}
