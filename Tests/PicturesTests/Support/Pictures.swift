import Geometry
import Mirroring
import Pictures
import Testing

/// A picture's colours, copied so that they stay while the bar is drawn on.
struct Pixels: Equatable {
    let size: Size<OutputSpace>
    /// `0xRRGGBB`, row by row.
    let words: [UInt32]

    init(_ buffer: any Buffer) {
        size = buffer.size.reinterpreted()
        var words: [UInt32] = []
        _ = buffer.withPixels { first in
            words = (0..<buffer.size.height).flatMap { y in
                let row = (first + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
                // The fourth byte of a pixel means nothing.
                return UnsafeBufferPointer(start: row, count: buffer.size.width).map { $0 & 0xFF_FFFF }
            }
        }
        self.words = words
    }

    /// The pixels that are not the same in `other`, which has the same size.
    func differences(from other: Pixels) -> Region<OutputSpace> {
        Region(
            words.indices.filter { words[$0] != other.words[$0] }.map {
                Rect(x: $0 % size.width, y: $0 / size.width, width: 1, height: 1)
            })
    }
}

extension HUDDrawing {
    var pixels: Pixels {
        get throws { Pixels(try #require(picture)) }
    }

    /// A bar of its own, drawn once.
    static func drawn(
        _ model: HUDModel, _ layout: HUDLayout, _ size: Size<OutputSpace>, _ renderer: HUDRenderer,
        absent: Set<HUDElement.Kind> = [], at now: Timestamp = Timestamp(microseconds: 0),
        scrolled: CommentScroll = CommentScroll()
    ) throws -> HUDDrawing {
        let bar = try #require(
            HUDDrawing(layout: layout, size: size, absent: absent, renderer: renderer, pool: CanvasPool()))
        _ = bar.draw(model, at: now, scrolled: scrolled)
        return bar
    }
}

/// Layouts for tests, each with something of its own to get wrong.
enum TestLayouts {
    /// A stable label above a clock above a stable background, and a lively one beneath a stable text.
    static let overlapping = HUDLayout(
        design: Size(width: 160, height: 90),
        root: HUDBox(
            .stack([
                HUDBox(.element(HUDElement(.background))),
                HUDBox(
                    .column([
                        HUDBox(.element(HUDElement(.clock)), padding: 3, background: HUDColor(0x203040), radius: 5),
                        HUDBox(.element(HUDElement(.comments, lines: 2))),
                    ])),
                HUDBox(.element(HUDElement(.text, alignment: .right))),
                HUDBox(
                    .row([
                        HUDBox(.element(HUDElement(.avatar))),
                        HUDBox(.element(HUDElement(.label, label: "LIVE")), background: HUDColor(hex: "#80000080")),
                    ]), padding: 11),
            ])))

    /// A layout within this many groups that add nothing to it.
    static func nested(_ layout: HUDLayout, depth: Int) -> HUDLayout {
        let root = (0..<depth).reduce(layout.root) { box, level in
            switch level % 3 {
            case 0: HUDBox(.row([box]))
            case 1: HUDBox(.column([box]))
            default: HUDBox(.stack([box]))
            }
        }
        return HUDLayout(design: layout.design, root: root)
    }

    /// One element with room around it.
    static func single(_ element: HUDElement, fontSize: Double = 12) -> HUDLayout {
        HUDLayout(
            design: Size(width: 200, height: 100),
            root: HUDBox(
                .column([HUDBox(.element(element), style: HUDStyle(fontSize: fontSize))]), padding: 20))
    }
}
