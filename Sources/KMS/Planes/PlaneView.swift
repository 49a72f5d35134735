import CDRM
import Geometry
import Mirroring

/// The part of a framebuffer that a plane shows, stretched over a part of the screen.
struct PlaneView: Hashable {
    /// In 16.16 fixed-point pixels of the framebuffer.
    let source: Rect<ScanoutSpace>
    /// In pixels of the CRTC.
    let destination: Rect<ScanoutSpace>
    /// The place in the stack; nil if the driver offers no choice.
    var depth: UInt64?
    /// How the Y, U and V samples of the framebuffer are encoded; nil for RGB.
    var encoding: YUVEncoding?

    /// 1 as a fixed-point number.
    static let one = 65_536

    /// All of a framebuffer, at its own size or stretched over `destination`.
    init(whole size: Size<ScanoutSpace>, at destination: Rect<ScanoutSpace>? = nil) {
        source = Rect(x: 0, y: 0, width: size.width * Self.one, height: size.height * Self.one)
        self.destination = destination ?? size.bounds
    }

    /// A part of a picture of `size` on a screen of `screen`.
    ///
    /// Both are in the viewer's orientation; `transform` maps them to the memory that is scanned out.
    init(
        of crop: SourceBox, in size: Size<OutputSpace>, at destination: Rect<OutputSpace>, on screen: Size<OutputSpace>,
        transform: Transform
    ) {
        func fixed(_ value: Double, upTo limit: Int) -> Int {
            min(max(0, Int(clamping: (value * Double(Self.one)).rounded())), limit * Self.one)
        }
        let part = Rect<OutputSpace>(
            left: fixed(crop.x, upTo: size.width), top: fixed(crop.y, upTo: size.height),
            right: fixed(crop.x + crop.width, upTo: size.width),
            bottom: fixed(crop.y + crop.height, upTo: size.height))
        let whole = Size<OutputSpace>(width: size.width * Self.one, height: size.height * Self.one)
        source = transform.apply(to: part, within: whole)
        self.destination = transform.apply(to: destination, within: screen)
    }
}
