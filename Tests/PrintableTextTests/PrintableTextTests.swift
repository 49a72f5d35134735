import Mirroring
import Testing

@Suite struct PrintableTextTests {
    /// Every scalar there is.
    private static var scalars: some Sequence<Unicode.Scalar> {
        (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
    }

    /// What may do harm, by its numbers, whatever Unicode's tables say.
    private static let harmful: [ClosedRange<UInt32>] = [
        0...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x61C...0x61C, 0x200B...0x200B, 0x200E...0x200F, 0x2028...0x202E,
        0x2060...0x2064, 0x2066...0x206F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF, 0xE0001...0xE0001,
        0xE0020...0xE007F,
    ]

    @Test func everyScalarIsShownOrNamed() {
        var named = 0
        for scalar in Self.scalars {
            let text = "a\(Character(scalar))b".printable
            if scalar.isPrintable {
                #expect(text == "a\(Character(scalar))b")
            } else {
                #expect(text == "a\\u{\(String(scalar.value, radix: 16))}b")
                named += 1
            }
            let isHarmful = Self.harmful.contains { $0.contains(scalar.value) }
            if isHarmful { #expect(!scalar.isPrintable, "\(scalar.value)") }
        }
        #expect((150...6000).contains(named), "\(named)")
    }

    @Test func whatComesOutIsPrintable() {
        for scalar in Self.scalars where !scalar.isPrintable {
            let text = "\(Character(scalar))".printable
            #expect(text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) })
            #expect(text.printable == text)
        }
    }

    @Test(arguments: [
        "plain", "漢字とかな", "مرحبا", "می\u{200C}خواهم", "👩\u{200D}👩\u{200D}👧", "❤\u{FE0F}", "e\u{301}", "🏳️‍🌈", "",
    ])
    func writtenTextStaysAsItIs(_ text: String) {
        #expect(text.printable == text)
    }

    @Test func titlesCannotDriveTheTerminal() {
        #expect("a\u{1b}[2Jb\u{9b}c\nd漢".printable == "a\\u{1b}[2Jb\\u{9b}c\\u{a}d漢")
        #expect("\u{202e}gnp.exe".printable == "\\u{202e}gnp.exe")
        #expect("one\r\ntwo".printable == "one\\u{d}\\u{a}two")
        #expect("one\n\u{1b}two\n".printableLines == "one\n\\u{1b}two\n")
    }

    @Test func jsonStaysTheSameData() {
        let json = "{\"title\":\"a\u{202e}b\u{7f}\u{85}漢\u{e0041}\"}\n"
        let escaped = String(decoding: PrintableJSON.escape(Array(json.utf8)), as: UTF8.self)
        #expect(escaped == #"{"title":"a\u202eb\u007f\u0085漢\udb40\udc41"}"# + "\n")
        let plain = Array("{\"a\": [1, \"b\\n\"]}\n".utf8)
        #expect(PrintableJSON.escape(plain) == plain)
    }
}
