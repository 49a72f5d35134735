import Geometry
import Mirroring
import Pictures
import Testing
import TestSupport

/// Whatever happens in whatever order, a bar that is brought up to date equals one that is drawn anew.
@Suite struct RandomBarTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let layout: HUDLayout
        let size: Size<OutputSpace>
        var testDescription: String { "\(name) at \(size.width)x\(size.height)" }
    }

    private static let cases: [Case] = [
        Case(name: "card", layout: .card, size: Size(width: 160, height: 90)),
        Case(name: "card", layout: .card, size: Size(width: 333, height: 181)),
        Case(name: "square", layout: .square, size: Size(width: 200, height: 200)),
        Case(name: "strip", layout: .strip, size: Size(width: 200, height: 40)),
        Case(name: "strip", layout: .strip, size: Size(width: 701, height: 37)),
        Case(name: "banner", layout: .banner, size: Size(width: 801, height: 48)),
        Case(name: "overlapping", layout: TestLayouts.overlapping, size: Size(width: 160, height: 90)),
        Case(name: "tiny", layout: .square, size: Size(width: 3, height: 2)),
    ]

    @Test("Incremental drawing equals full drawing, and damage covers what changed", arguments: cases)
    private func incrementalIsFull(_ sample: Case) throws {
        let renderer = try #require(HUDRenderer())
        var random = SplitMix64(seed: 38)
        let changes = RandomChanges()
        var model = HUDModel()
        model.fading = CommentFading(lifetime: 20_000_000)
        var scroll = CommentScroll()
        var now = Timestamp(microseconds: 0)
        let bar = try HUDDrawing.drawn(model, sample.layout, sample.size, renderer)
        for step in Effort.seeds(sample: 25, torture: 1000) {
            let before = try bar.pixels
            if random.chance(40) { now = now.adding(microseconds: Int64.random(in: 0..<5_000_000, using: &random)) }
            if random.chance(80) { try model.apply(changes.next(at: now, &random), at: now) }
            if random.chance(20) {
                scroll = bar.scrolled(scroll, by: Double.random(in: -40...40, using: &random), model)
            }
            let damage = bar.draw(model, at: now, scrolled: scroll)
            let after = try bar.pixels
            let missed = after.differences(from: before).subtracting(damage)
            #expect(missed.isEmpty, "step \(step): \(missed.extents) changed and is no damage")
            let fresh = try HUDDrawing.drawn(
                model, sample.layout, sample.size, renderer, at: now, scrolled: scroll
            ).pixels
            let wrong = after.differences(from: fresh)
            #expect(wrong.isEmpty, "step \(step): \(wrong.extents) differs from a bar drawn anew")
            if !missed.isEmpty || !wrong.isEmpty { return }
        }
    }
}

/// Changes of every kind, drawn from a generator.
private struct RandomChanges {
    private let pictures = [
        HUDImage(width: 2, height: 3, pixels: [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF, 0, 0x8080_8080]),
        HUDImage(width: 40, height: 30, pixels: (0..<1200).map { 0xFF00_0000 | UInt32($0) &* 7919 }),
        nil,
    ]
    private let words = [
        "hello", "こんにちは、世界", "🎉🎊", "שלום", "a\u{301}\u{302}", "long words without any break: " + .wide, "",
    ]

    func next(at now: Timestamp, _ random: inout SplitMix64) -> HUDChange {
        func word(_ random: inout SplitMix64) -> String { words.randomElement(using: &random) ?? "" }
        switch Int.random(in: 0..<14, using: &random) {
        case 11:
            return .gift(
                name: String(word(&random).prefix(40)), count: Int.random(in: 1...3, using: &random), author: "mika",
                picture: pictures.randomElement(using: &random) ?? nil)
        case 12: return .pin(author: String(word(&random).prefix(40)), text: word(&random))
        case 13: return .unpin
        case 0, 1: return .comment(author: String(word(&random).prefix(40)), text: word(&random) + " " + word(&random))
        case 2: return .clearComments
        case 3: return .gifts(Int.random(in: 0..<20_000, using: &random))
        case 4: return .moreGifts(1)
        case 5: return .viewers(Int.random(in: 0..<2_000_000, using: &random))
        case 6: return .start(random.chance(70) ? now : nil)
        case 7: return .microphone(isOn: [true, false, nil].randomElement(using: &random) ?? nil)
        case 8: return .avatar(pictures.randomElement(using: &random) ?? nil)
        case 9: return .background(pictures.randomElement(using: &random) ?? nil)
        default: return .text(word(&random))
        }
    }
}

extension String {
    fileprivate static let wide = String(repeating: "W", count: 300)
}
