import CPixelKernels
import Geometry
import Mirroring

/// A frame to draw on, in pixels from its top left corner.
///
/// Rectangles and regions must lie within the frame.
struct FrameTarget {
    let frame: PixelBuffer

    init(_ frame: PixelBuffer) {
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
        kagami_copy(
            source, stride, address(rect.x, rect.y), frame.stride, Int32(rect.width), Int32(rect.height))
    }

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
