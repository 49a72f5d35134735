import CPixelKernels
import Geometry
import Mirroring

/// A frame to draw on, in pixels from its top left corner.
///
/// Rectangles and regions must lie within the frame.
struct FrameTarget {
    let frame: PixelPlane

    init(_ frame: PixelPlane) {
        self.frame = frame
    }

    /// The address of a pixel.
    func address(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(frame.row(y) + x)
    }

    /// Paints a region in one colour.
    func fill(_ region: Region<ContentSpace>, with color: Color) {
        for rect in region.rects {
            kagami_fill(address(rect.x, rect.y), frame.stride, Int32(rect.width), Int32(rect.height), color.xrgb)
        }
    }

    /// Copies rows of pixels in the frame's layout.
    func copy(_ source: UnsafeRawPointer, stride: Int, to rect: Rect<ContentSpace>) {
        let copy = rect.size.area < Self.cachedArea ? kagami_copy : kagami_copy_past_caches
        copy(source, stride, address(rect.x, rect.y), frame.stride, Int32(rect.width), Int32(rect.height))
    }

    /// Copies pixels in the frame's layout, turning them: `across` and `down` are the bytes from the source of one pixel
    /// to those of its neighbours on the frame.
    func turn(_ source: UnsafeRawPointer, across: Int, down: Int, to rect: Rect<ContentSpace>) {
        var job = kagami_turn_job(
            source: source, across: across, down: down, width: Int32(rect.width), height: Int32(rect.height),
            target: address(rect.x, rect.y), target_stride: frame.stride)
        kagami_turn(&job)
    }

    /// As many pixels as a second-level cache holds, roughly.
    private static let cachedArea = 1 << 19

    /// The bounding box of the pixels in `rect` that differ from a source in the frame's layout.
    func difference(_ source: UnsafeRawPointer, stride: Int, at rect: Rect<ContentSpace>) -> Rect<ContentSpace> {
        let box = kagami_difference(
            source, stride, address(rect.x, rect.y), frame.stride, Int32(rect.width), Int32(rect.height))
        return Rect(left: Int(box.left), top: Int(box.top), right: Int(box.right), bottom: Int(box.bottom))
            .offset(x: rect.x, y: rect.y)
    }

    /// Blends the part of a disc that lies in `region`.
    func blend(_ disc: TouchDisc, within region: Region<ContentSpace>) {
        guard disc.center.isFinite, disc.radius > 0, disc.radius.isFinite else { return }
        for rect in region.intersection(disc.bounds).rects {
            kagami_blend_disc(
                address(rect.x, rect.y), frame.stride, Int32(rect.width), Int32(rect.height),
                disc.center.x - Double(rect.x), disc.center.y - Double(rect.y), disc.radius,
                Self.discColor.xrgb, Self.discOpacity)
        }
    }

    /// A blue that stands out from black and white alike.
    private static let discColor = Color(red: 64, green: 156, blue: 255)
    private static let discOpacity = 0.75
}
