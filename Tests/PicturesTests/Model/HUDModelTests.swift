import Mirroring
import Pictures
import Testing

/// What the bar shows, and what it does not take.
@Suite struct HUDModelTests {
    private let second: Int64 = 1_000_000

    @Test("Comments stay in order, the newest last, and the oldest are forgotten")
    func comments() throws {
        var model = HUDModel()
        for number in 1...HUDModel.maximumComments + 3 {
            try model.apply(.comment(author: "a", text: "\(number)"))
        }
        #expect(model.comments.count == HUDModel.maximumComments)
        #expect(model.comments.first?.text == "4")
        #expect(model.comments.last?.text == "\(HUDModel.maximumComments + 3)")
        #expect(model.comments.map(\.number) == model.comments.map(\.number).sorted())
    }

    @Test("A text that is too long is refused and changes nothing")
    func oversizedText() {
        var model = HUDModel()
        let long = String(repeating: "x", count: HUDModel.maximumTextBytes + 1)
        let before = model
        #expect(throws: HUDError.textTooLong(field: "text", bytes: 2049, limit: 2048)) {
            try model.apply([.viewers(3), .text(long)])
        }
        #expect(throws: HUDError.textTooLong(field: "comment", bytes: 2049, limit: 2048)) {
            try model.apply(.comment(author: "a", text: long))
        }
        #expect(throws: HUDError.textTooLong(field: "author", bytes: 2049, limit: 256)) {
            try model.apply(.comment(author: long, text: ""))
        }
        #expect(model == before)
    }

    @Test("Counts have a range, and added gifts stop at its end")
    func counts() throws {
        var model = HUDModel()
        #expect(throws: HUDError.outOfRange(field: "viewers", value: -1, limit: HUDModel.maximumCount)) {
            try model.apply(.viewers(-1))
        }
        #expect(throws: HUDError.outOfRange(field: "gift", value: .min, limit: HUDModel.maximumCount)) {
            try model.apply(.moreGifts(.min))
        }
        try model.apply([.gifts(HUDModel.maximumCount - 1), .moreGifts(5)])
        #expect(model.gifts == HUDModel.maximumCount)
    }

    @Test("A gift is counted and shown as it comes")
    func gifts() throws {
        var model = HUDModel()
        #expect(model.gifts == nil && model.viewers == nil)
        let picture = HUDImage(width: 1, height: 1, pixels: [0xFFFF_FFFF])
        try model.apply([
            .comment(author: "a", text: "hello"), .gift(name: "rose\n", count: 3, author: "mika", picture: picture),
        ])
        #expect(model.gifts == 3 && model.comments.count == 2)
        #expect(model.comments[1].gift == HUDComment.Gift(count: 3, picture: picture))
        #expect(model.comments[1].text == "rose " && model.comments[1].author == "mika")
        let before = model
        #expect(throws: HUDError.self) {
            try model.apply([.gift(name: String(repeating: "x", count: 257), count: 1, author: "", picture: nil)])
        }
        #expect(model == before)
        try model.apply(.moreGifts(2))
        #expect(model.gifts == 5 && model.comments.count == 2)
    }

    @Test("What has nothing to show is absent")
    func absence() throws {
        var model = HUDModel()
        #expect(model.absent == [.gifts, .viewers, .clock, .microphone, .text])
        try model.apply([
            .gifts(0), .viewers(0), .start(Timestamp(microseconds: 0)), .microphone(isOn: false), .text("x"),
        ])
        #expect(model.absent.isEmpty)
    }

    @Test("What breaks a line becomes a blank")
    func lineBreaks() throws {
        var model = HUDModel()
        try model.apply([.text("a\nb\u{0}c\u{2028}d"), .comment(author: "x\ty", text: "\u{1B}[31m")])
        #expect(model.text == "a b c d")
        #expect(model.comments.last?.author == "x y")
        #expect(model.comments.last?.text == " [31m")
    }

    @Test("The elapsed time counts whole seconds from its start and never wraps")
    func elapsed() throws {
        var model = HUDModel()
        #expect(model.elapsedSeconds(at: Timestamp(microseconds: 5)) == nil)
        try model.apply(.start(Timestamp(microseconds: 250_000)))
        let cases: [(Int64, Int)] = [(0, 0), (250_000, 0), (1_249_999, 0), (1_250_000, 1), (.max, 3_599_999)]
        for (now, elapsed) in cases {
            #expect(model.elapsedSeconds(at: Timestamp(microseconds: now)) == elapsed)
        }
        try model.apply(.start(Timestamp(microseconds: .min)))
        #expect(model.elapsedSeconds(at: Timestamp(microseconds: .max)) == 3_599_999)
    }

    @Test("The next second comes a whole second after the start, not after now")
    func nextSecond() throws {
        var model = HUDModel()
        #expect(model.nextSecond(after: Timestamp(microseconds: 0)) == nil)
        try model.apply(.start(Timestamp(microseconds: 250_000)))
        let cases: [(Int64, Int64?)] = [
            (0, 1_250_000), (1_249_999, 1_250_000), (1_250_000, 2_250_000), (.max, nil),
        ]
        for (now, next) in cases {
            #expect(model.nextSecond(after: Timestamp(microseconds: now))?.microseconds == next)
        }
    }

    @Test("Clock and counts as text")
    func texts() {
        #expect(HUDContent.clockText(0) == "00:00:00")
        #expect(HUDContent.clockText(3661) == "01:01:01")
        #expect(HUDContent.clockText(359_999) == "99:59:59")
        #expect(HUDContent.clockText(360_000) == "100:00:00")
        #expect(HUDContent.countText(9999) == "9999")
        #expect(HUDContent.countText(12_399) == "12.3K")
        #expect(HUDContent.countText(999_999_999) == "999.9M")
    }
}
