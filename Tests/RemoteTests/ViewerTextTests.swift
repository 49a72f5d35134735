import Testing

@testable import kagami_remote

@Suite struct ViewerTextTests {
    @Test func `a viewer's text is UTF-8, or else ISO 8859-1`() {
        #expect(ViewerText.decode(Array("Gr\u{fc}\u{df}e \u{3042}".utf8)) == "Gr\u{fc}\u{df}e \u{3042}")
        #expect(ViewerText.decode([0x47, 0x72, 0xfc, 0xdf, 0x65]) == "Gr\u{fc}\u{df}e")
        #expect(ViewerText.decode([]) == "")
    }

    @Test func `a viewer that knows no UTF-8 gets ISO 8859-1`() {
        #expect(ViewerText.encode("\u{fc}\u{3042}!", isUnicode: false) == [0xfc, 0x3f, 0x21])
        #expect(ViewerText.encode("\u{fc}\u{3042}", isUnicode: true) == Array("\u{fc}\u{3042}".utf8))
    }
}
