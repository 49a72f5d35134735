package import Geometry

/// What the core needs of a renderer: composing the content's picture, and drawing the panel's from it.
package protocol RendererPort: AnyObject {
    /// The name shown in `status`, such as `pixman`.
    var name: String { get }

    /// Composes `scene` into `frame`, touching only the pixels of `damage`; what no element covers is black.
    func compose(_ scene: ComposedScene, into frame: PixelBuffer, damage: Region<ContentSpace>)

    /// The part of `damage` that composing `scene` would really change in `frame`, which holds the last composed
    /// picture: clients often damage more than they change, a terminal a whole line for one character.
    ///
    /// Never less than what would change; all of `damage` where finding out costs more than it saves.
    func changes(_ scene: ComposedScene, in frame: PixelBuffer, damage: Region<ContentSpace>) -> Region<ContentSpace>

    /// Draws the panel while it shows the controller, touching only `damage`: the snapshot of `external` inside
    /// the viewport, each pixel the exact area average of the external pixels it covers, and the bars' colour
    /// around it.
    func drawController(
        from external: PixelBuffer, into panel: PixelBuffer, viewport: PanelViewport, bars: Color,
        damage: Region<PanelSpace>)

    /// Draws an overlay onto `frame`, touching only `damage`: its picture scaled to its rectangle, averaged by area
    /// where it shrinks and interpolated linearly where it grows, and its decorations above that.
    func drawOverlay(_ overlay: ScreenOverlay, into frame: PixelBuffer, damage: Region<OutputSpace>)

    /// The picture of a named cursor at a scale, and the offset of its hot spot from the top left corner.
    func cursor(named name: String, scale: Scale) -> (source: any PixelSource, hotspot: Point<ContentSpace>)
}

extension RendererPort {
    /// By default the clients' damage is taken as it is.
    package func changes(
        _: ComposedScene, in _: PixelBuffer, damage: Region<ContentSpace>
    ) -> Region<ContentSpace> {
        damage
    }
}

/// Everything that is drawn on the content's screen, in drawing order.
package struct ComposedScene {
    /// Back to front, the cursor last.
    package var elements: [SceneElement]
    /// Soft circles drawn over everything.
    package var touchDiscs: [TouchDisc]

    package init(elements: [SceneElement], touchDiscs: [TouchDisc] = []) {
        self.elements = elements
        self.touchDiscs = touchDiscs
    }
}

/// The disc under one finger.
package struct TouchDisc: Hashable, Sendable {
    package var center: Point<ContentSpace>
    /// In external pixels; the disc fades to nothing at this distance.
    package var radius: Double

    package init(center: Point<ContentSpace>, radius: Double) {
        self.center = center
        self.radius = radius
    }

    /// The pixels that the disc may touch.
    package var bounds: Rect<ContentSpace> {
        Rect(
            left: Int(clamping: (center.x - radius).rounded(.down)),
            top: Int(clamping: (center.y - radius).rounded(.down)),
            right: Int(clamping: (center.x + radius).rounded(.up)),
            bottom: Int(clamping: (center.y + radius).rounded(.up)))
    }
}

/// An opaque colour, 8 bits a channel.
package struct Color: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package static let black = Color(red: 0, green: 0, blue: 0)

    /// Parses `#rrggbb`; nil for anything else.
    package init?(hex: String) {
        let digits = hex.dropFirst()
        guard hex.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(
            red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }

    /// The pixel's XRGB word.
    package var xrgb: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
