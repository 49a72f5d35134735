package import Geometry

extension HUDLayout {
    /// The default layout for a bar of this shape.
    package static func builtIn(for size: Size<OutputSpace>) -> HUDLayout {
        let ratio = Double(size.width) / Double(max(1, size.height))
        if ratio >= 24 { return .banner }
        if ratio >= 10 { return .ribbon }
        if ratio >= 3 { return .strip }
        return ratio > 1.25 ? .card : .square
    }

    /// Designed for 160x90: the avatar and the elapsed time above the comments.
    package static let card = HUDLayout(
        design: Size(width: 160, height: 90),
        root: .bar(
            HUDBox(
                .column([
                    HUDBox(
                        .row([
                            .show(.avatar, length: 20),
                            HUDBox(.element(HUDElement(.clock)), style: HUDStyle(fontSize: 12, isBold: true)),
                            .show(.microphone, length: 14),
                        ]), length: 20, spacing: 5),
                    .show(HUDElement(.comments, lines: 2), style: HUDStyle(fontSize: 9)),
                    HUDBox(
                        .row([.show(.viewers), .show(HUDElement(.gifts, alignment: .right))]), length: 12, spacing: 4,
                        style: HUDStyle(fontSize: 9, color: HUDColor(0xC6D0DB))),
                ]), padding: 6, spacing: 3)))

    /// Designed for 200x200: like the card, with room for a title and more comments.
    package static let square = HUDLayout(
        design: Size(width: 200, height: 200),
        root: .bar(
            HUDBox(
                .column([
                    HUDBox(
                        .row([
                            .show(.avatar, length: 32),
                            HUDBox(
                                .column([
                                    .show(.text, style: HUDStyle(fontSize: 11, isBold: true)),
                                    .show(.clock, style: HUDStyle(fontSize: 11, color: HUDColor(0xC6D0DB))),
                                ])),
                            .show(.microphone, length: 18, style: HUDStyle(fontSize: 13)),
                        ]), length: 32, spacing: 7),
                    HUDBox(
                        .element(HUDElement(.comments, lines: 3)), padding: 6,
                        background: HUDColor(red: 255, green: 255, blue: 255, alpha: 18), radius: 7,
                        style: HUDStyle(fontSize: 10)),
                    HUDBox(
                        .row([.show(.viewers), .show(HUDElement(.gifts, alignment: .right))]), length: 14, spacing: 4,
                        style: HUDStyle(fontSize: 11)),
                ]), padding: 9, spacing: 7)))

    /// Designed for 200x40: the essentials in one row, and the rest for the comments.
    package static let strip = HUDLayout(
        design: Size(width: 200, height: 40),
        root: .bar(
            HUDBox(
                .row([
                    .show(.avatar, length: 28),
                    HUDBox(
                        .column([
                            .show(.clock, style: HUDStyle(fontSize: 11, isBold: true)),
                            .show(.viewers, style: HUDStyle(fontSize: 9, color: HUDColor(0xC6D0DB))),
                        ]), length: 58),
                    .show(HUDElement(.comments, lines: 2), style: HUDStyle(fontSize: 9)),
                    .show(.microphone, length: 12),
                ]), padding: 6, spacing: 6)))

    /// Designed for a part of a screen's edge: everything in one row of small text.
    package static let ribbon = HUDLayout(
        design: Size(width: 640, height: 40),
        root: .bar(
            HUDBox(
                .row([
                    .show(.avatar, length: 28),
                    HUDBox(
                        .column([
                            .show(.clock, style: HUDStyle(fontSize: 13, isBold: true)),
                            .show(.text, style: HUDStyle(fontSize: 12, color: HUDColor(0xC6D0DB))),
                        ]), length: 130),
                    .show(HUDElement(.comments, lines: 2), style: HUDStyle(fontSize: 12)),
                    .show(.viewers, length: 68),
                    .show(.gifts, length: 68),
                    .show(.microphone, length: 28),
                ]), padding: 4, spacing: 8, style: HUDStyle(fontSize: 14))))

    /// Designed for a whole screen edge: one row of text that is legible from across the room.
    package static let banner = HUDLayout(
        design: Size(width: 960, height: 40),
        root: .bar(
            HUDBox(
                .row([
                    .show(.avatar, length: 36),
                    HUDBox(.element(HUDElement(.text)), length: 220, style: HUDStyle(isBold: true)),
                    HUDBox(.element(HUDElement(.clock)), length: 132, style: HUDStyle(isBold: true)),
                    .show(.comments),
                    .show(.viewers, length: 112),
                    .show(.gifts, length: 112),
                    .show(.microphone, length: 36),
                ]), padding: 2, spacing: 12, style: HUDStyle(fontSize: 27))))
}

extension HUDBox {
    /// Font families for Pango; each character comes from the first installed family that has it.
    static let fonts = "Noto Sans, Noto Sans CJK JP, DejaVu Sans, sans-serif"

    /// The whole bar: the background picture, and `content` on it.
    fileprivate static func bar(_ content: HUDBox) -> HUDBox {
        HUDBox(.stack([.show(.background), content]), background: HUDColor(0x161C24), style: HUDStyle(font: fonts))
    }

    fileprivate static func show(
        _ kind: HUDElement.Kind, length: Double? = nil, style: HUDStyle = HUDStyle()
    ) -> HUDBox {
        show(HUDElement(kind), length: length, style: style)
    }

    fileprivate static func show(
        _ element: HUDElement, length: Double? = nil, style: HUDStyle = HUDStyle()
    ) -> HUDBox {
        HUDBox(.element(element), length: length, style: style)
    }
}
