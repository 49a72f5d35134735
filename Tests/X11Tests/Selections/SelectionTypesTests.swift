import Testing

@testable import X11

@Suite struct SelectionTypesTests {
    @Test(arguments: [
        (["UTF8_STRING"], ["text/plain;charset=utf-8", "text/plain"]),
        (["STRING", "TARGETS", "MULTIPLE"], ["text/plain;charset=utf-8", "text/plain"]),
        (["TIMESTAMP", "TARGETS"], []),
        (["text/plain", "UTF8_STRING"], ["text/plain", "text/plain;charset=utf-8"]),
        (["image/png", "SAVE_TARGETS"], ["image/png"]),
        (["text/" + String(repeating: "a", count: 300)], []),
        ([], []),
    ]) func typesOfAnOwner(_ targets: [String], _ types: [String]) {
        #expect(SelectionTypes.types(for: targets) == types)
    }

    @Test(arguments: [
        (["text/plain"], ["text/plain", "UTF8_STRING", "STRING", "TEXT"]),
        (["UTF8_STRING"], ["UTF8_STRING", "STRING", "TEXT"]),
        (["image/png"], ["image/png"]),
        (["secret", "text/html"], ["text/html"]),
    ]) func targetsOfASource(_ types: [String], _ targets: [String]) {
        #expect(SelectionTypes.targets(for: types) == targets)
    }

    @Test(arguments: [
        ("text/plain;charset=utf-8", ["STRING", "UTF8_STRING"], "UTF8_STRING"),
        ("text/plain", ["STRING"], "STRING"),
        ("text/plain", ["TEXT"], "TEXT"),
        ("text/plain", ["text/plain", "UTF8_STRING"], "text/plain"),
        ("image/png", ["image/png"], "image/png"),
        ("image/png", ["UTF8_STRING"], nil),
        ("text/html", ["UTF8_STRING"], nil),
    ]) func targetOfAType(_ type: String, _ targets: [String], _ target: String?) {
        #expect(SelectionTypes.target(for: type, among: targets) == target)
    }

    @Test(arguments: [
        ("UTF8_STRING", ["text/plain", "text/plain;charset=utf-8"], "text/plain;charset=utf-8"),
        ("STRING", ["text/plain"], "text/plain"),
        ("TEXT", ["UTF8_STRING"], "UTF8_STRING"),
        ("UTF8_STRING", ["image/png"], nil),
        ("image/png", ["image/png"], "image/png"),
        ("MULTIPLE", ["text/plain"], nil),
        ("secret", ["secret"], nil),
    ]) func typeOfATarget(_ target: String, _ types: [String], _ type: String?) {
        #expect(SelectionTypes.type(for: target, among: types) == type)
    }

    @Test func manyTypesAreCutOff() {
        let many = (0..<1000).map { "application/\($0)" }
        #expect(SelectionTypes.types(for: many).count == SelectionTypes.most)
        #expect(SelectionTypes.targets(for: many).count == SelectionTypes.most)
    }

    @Test(arguments: ["", "a", "Grüße", "日本", "a日ü🎌b", "ends in 🎌"])
    func latin1ComesOutOfAnyParts(_ text: String) {
        let expected = text.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?") }
        for size in 1...5 {
            var encoder = Latin1Encoder()
            let bytes = Array(text.utf8)
            let parts = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            #expect(parts.flatMap { encoder.encoded(Array($0)) } + encoder.end() == expected)
        }
    }

    @Test func latin1OfBrokenTextEnds() {
        var encoder = Latin1Encoder()
        #expect(encoder.encoded([0x61, 0xE6, 0x97]) == [0x61])
        #expect(encoder.end() == [UInt8(ascii: "?")])
        #expect(encoder.encoded([0x80, 0x80, 0x80, 0xFF]).allSatisfy { $0 == UInt8(ascii: "?") })
    }

    @Test func everyByteOfLatin1ComesBack() {
        var encoder = Latin1Encoder()
        let all = (0...255).map { UInt8($0) }
        #expect(encoder.encoded(Latin1.decoded(all)) == all)
    }
}
