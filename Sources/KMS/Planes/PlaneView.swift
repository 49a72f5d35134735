import CDRM
import Geometry
import Mirroring

/// What a plane shows: a part of its framebuffer, stretched over a part of the screen.
struct PlaneView: Hashable {
    /// In 16.16 fixed-point pixels of the framebuffer.
    let source: Rect<ScanoutSpace>
    /// On the CRTC.
    let destination: Rect<ScanoutSpace>
    /// The place in the stack; nil where the driver has none to choose.
    var depth: UInt64?
    /// What the numbers mean of a framebuffer whose brightness and colours lie apart; nil for others.
    var encoding: YUVEncoding?

    /// One in fixed-point numbers.
    static let one = 65_536

    /// A part of a picture of `size` on a screen of `screen`, all in the viewer's orientation, of which `transform` takes both
    /// to the memory that is scanned out.
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

extension AtomicRequest {
    /// Shows a part of a framebuffer on a plane, and resets properties that an earlier program may have changed.
    mutating func show(framebuffer: UInt32, _ view: PlaneView, on plane: Plane, of crtc: CRTC) {
        show(framebuffer: framebuffer, on: plane)
        set(.crtcID, of: plane, to: UInt64(crtc.number))
        place(view, on: plane)
        set(plane.takeoverSettings(depth: view.depth), of: plane)
        setIfPresent(.damageClips, of: plane, to: 0)
    }

    /// Shows another part of a plane's framebuffer, or that elsewhere.
    mutating func place(_ view: PlaneView, on plane: Plane) {
        set(.sourceX, of: plane, to: UInt64(clamping: view.source.x))
        set(.sourceY, of: plane, to: UInt64(clamping: view.source.y))
        set(.sourceWidth, of: plane, to: UInt64(clamping: view.source.width))
        set(.sourceHeight, of: plane, to: UInt64(clamping: view.source.height))
        set(.crtcX, of: plane, to: UInt64(bitPattern: Int64(view.destination.x)))
        set(.crtcY, of: plane, to: UInt64(bitPattern: Int64(view.destination.y)))
        set(.crtcWidth, of: plane, to: UInt64(clamping: view.destination.width))
        set(.crtcHeight, of: plane, to: UInt64(clamping: view.destination.height))
        if let encoding = view.encoding { set(plane.settings(encoding), of: plane) }
    }
}
