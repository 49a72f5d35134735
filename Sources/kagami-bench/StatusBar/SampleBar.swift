import Geometry
import Mirroring
import Pictures

/// A deterministic bar, as in the middle of a stream.
enum SampleBar {
    static let size = Size<OutputSpace>(width: 200, height: 200)
    static let start = Timestamp(microseconds: 0)

    /// The model one hour after the start, with every element in use.
    static func model() throws(HUDError) -> HUDModel {
        var model = HUDModel()
        try model.apply([
            .start(start), .microphone(isOn: true), .viewers(1284), .gifts(57), .text("Evening kagami"),
            .avatar(picture(width: 256, height: 256)), .background(picture(width: 640, height: 360)),
        ])
        for number in 0..<HUDModel.maximumComments { try model.apply(comment(number)) }
        return model
    }

    static func comment(_ number: Int) -> HUDChange {
        let said = talk[number % talk.count]
        return .comment(author: said.author, text: "\(said.text) \(number)")
    }

    /// The instant at which the clock shows `second` seconds.
    static func instant(second: Int) -> Timestamp { start.adding(microseconds: Int64(second) * 1_000_000) }

    /// The layout inside ten groups, each with its own background and margin.
    static func nested() -> HUDLayout {
        let inner = HUDLayout.square
        let root = (0..<10).reduce(inner.root) { box, depth in
            let color = HUDColor(red: 255, green: 255, blue: 255, alpha: UInt8(6 + depth))
            return HUDBox(depth % 2 == 0 ? .row([box]) : .column([box]), padding: 2, background: color, radius: 6)
        }
        return HUDLayout(design: inner.design, root: root)
    }

    private static let talk: [(author: String, text: String)] = [
        ("mika", "こんばんは！今日は何をしますか"), ("Jonas", "the mirror finally works on my old panel 🎉"),
        ("あおい", "鏡の中の鏡"), ("dev_null", "what refresh rate is that?"), ("Zoë", "❤️❤️❤️"),
        ("Ольга", "привет из Риги"), ("sam", "louder please, the microphone is very quiet today"),
    ]

    /// A picture of soft colours with some detail, like a photograph.
    private static func picture(width: Int, height: Int) -> HUDImage? {
        var pixels: [UInt32] = []
        for y in 0..<height {
            for x in 0..<width {
                let red = UInt32(40 + 160 * x / width + (x ^ y) % 16)
                let green = UInt32(60 + 90 * y / height + (x + y) % 12)
                pixels.append(0xFF00_0000 | red << 16 | green << 8 | UInt32(120 + (x &* y) % 24))
            }
        }
        return HUDImage(width: width, height: height, pixels: pixels)
    }
}
