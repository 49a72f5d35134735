import Geometry
import Mirroring

/// How a surface's buffer becomes its picture: the buffer's transform and scale, and the viewport.
struct SurfaceGeometry: Hashable {
    /// Why a buffer and a viewport do not go together.
    enum Failure: Error {
        case sourceOutsideBuffer
        case sourceNeedsDestination
    }

    /// The surface's size as its client thinks of it.
    let size: Size<SurfaceSpace>
    let buffer: Size<BufferSpace>
    let transform: Transform
    /// The part of the upright buffer that is shown, in its pixels.
    let crop: SourceBox

    init(
        buffer: Size<BufferSpace>, transform: Transform, scale: Int, viewport: ViewportState
    ) throws(Failure) {
        self.buffer = buffer
        self.transform = transform
        let upright: Size<BufferSpace> = transform.inverse.apply(to: buffer)
        let natural = Size<SurfaceSpace>(
            width: (upright.width + scale - 1) / scale, height: (upright.height + scale - 1) / scale)
        guard let source = viewport.source else {
            crop = SourceBox(x: 0, y: 0, width: Double(upright.width), height: Double(upright.height))
            size = viewport.destination ?? natural
            return
        }
        let factor = Double(scale)
        crop = SourceBox(
            x: source.x * factor, y: source.y * factor, width: source.width * factor, height: source.height * factor)
        if crop.x + crop.width > Double(upright.width) || crop.y + crop.height > Double(upright.height) {
            throw .sourceOutsideBuffer
        }
        if let destination = viewport.destination {
            size = destination
        } else {
            guard let width = Int(exactly: source.width), let height = Int(exactly: source.height) else {
                throw .sourceNeedsDestination
            }
            size = Size(width: width, height: height)
        }
    }

    /// Where a rectangle of the buffer lies in the upright buffer.
    func upright(_ rect: Rect<BufferSpace>) -> Rect<BufferSpace> {
        transform.inverse.apply(to: rect, within: buffer)
    }
}

/// What `wp_viewport` has set.
struct ViewportState: Hashable {
    /// The part of the surface's natural picture to show, in surface pixels.
    var source: SourceBox?
    var destination: Size<SurfaceSpace>?
}
