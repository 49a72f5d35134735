import Geometry
import Mirroring

/// The current state of a surface.
struct SurfaceState {
    var content: SurfaceContent?
    /// What commits have drawn.
    private(set) var changes = PictureChanges()
    /// Maps the buffer to the surface; nil without contents.
    var geometry: SurfaceGeometry?
    private(set) var opaque = Region<SurfaceSpace>()
    /// The pixels that hide what is below; nil for all, because of a format without alpha.
    private(set) var cover: Region<SurfaceSpace>? = Region()
    /// The input region; nil for the whole surface.
    var input: Region<SurfaceSpace>?
    var transform = Transform.normal
    var scale = 1
    var viewport = ViewportState()
    /// Whether the client has its frames better shown at once than whole.
    var prefersTearing = false
    var representation = ColorRepresentation()
    var stack = SubsurfaceStack()

    /// The surface's size, zero without contents.
    var size: Size<SurfaceSpace> { geometry?.size ?? .zero }

    var bounds: Rect<SurfaceSpace> { size.bounds }

    /// Whether what its numbers mean is of use to anyone, or an error of the client's.
    var mayBeConverted: Bool { content?.buffer.isConverted ?? false || representation != ColorRepresentation() }

    /// Records what has been drawn; nil for all.
    mutating func drew(_ damage: SurfaceDamage?) {
        guard let damage, let geometry else { return changes.addAll() }
        changes.add(geometry.upright(damage, isInverted: content?.buffer.isInverted == true))
    }

    /// Applies an update; throws, with its changes applied, if the viewport does not fit the buffer.
    mutating func apply(_ update: SurfaceUpdate) throws(SurfaceGeometry.Failure) {
        if let content = update.content { self.content = content }
        if let opaque = update.opaque { self.opaque = opaque }
        cover = content?.buffer.format.hasAlpha == false ? nil : opaque
        if let input = update.input { self.input = input }
        if let stack = update.stack { self.stack = stack }
        transform = update.transform ?? transform
        scale = update.scale ?? scale
        viewport = update.viewport ?? viewport
        prefersTearing = update.prefersTearing ?? prefersTearing
        representation = update.representation ?? representation
        geometry = nil
        if let content {
            geometry = try SurfaceGeometry(
                buffer: content.buffer.size, transform: transform, scale: scale, viewport: viewport)
        }
    }
}

/// Maps a buffer to surface coordinates: buffer transform and scale, and the viewport.
struct SurfaceGeometry: Hashable {
    /// Why a viewport does not fit a buffer.
    enum Failure: Error {
        case sourceOutsideBuffer
        case sourceNeedsDestination
    }

    /// The surface's size in surface coordinates.
    let size: Size<SurfaceSpace>
    let buffer: Size<BufferSpace>
    let transform: Transform
    /// The part of the transformed buffer that is shown, in its pixels.
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

    /// Converts damage to pixels of the upright buffer.
    func upright(_ damage: SurfaceDamage, isInverted: Bool) -> Region<BufferSpace> {
        var result = Region<BufferSpace>()
        if !damage.buffer.isEmpty {
            result = damage.buffer.intersection(buffer.bounds)
            // Clients disagree on the origin of damage in an inverted buffer, so both places are damaged.
            if isInverted {
                result.formUnion(result.mapRects { Transform.flipped180.apply(to: $0, within: buffer) })
            }
            if transform != .normal { result = result.mapRects { transform.inverse.apply(to: $0, within: buffer) } }
        }
        if !damage.surface.isEmpty { result.formUnion(damage.surface.intersection(size.bounds).mapRects(upright)) }
        return result
    }

    /// The pixels of the upright buffer that a rectangle of the surface shows, be it in part.
    private func upright(_ rect: Rect<SurfaceSpace>) -> Rect<BufferSpace> {
        let (across, down) = (crop.width / Double(size.width), crop.height / Double(size.height))
        return Rect(
            left: Int(clamping: (crop.x + Double(rect.x) * across).rounded(.down)),
            top: Int(clamping: (crop.y + Double(rect.y) * down).rounded(.down)),
            right: Int(clamping: (crop.x + Double(rect.maxX) * across).rounded(.up)),
            bottom: Int(clamping: (crop.y + Double(rect.maxY) * down).rounded(.up)))
    }
}

/// An attachment of a surface that sets its crop, and reports one that does not fit the buffer.
protocol SurfaceCropper: AnyObject {
    func cropFailed(_ failure: SurfaceGeometry.Failure)
}

/// The part of the buffer that a surface shows, and at which size.
struct ViewportState: Hashable {
    /// The source rectangle in surface coordinates before scaling.
    var source: SourceBox?
    var destination: Size<SurfaceSpace>?
}

/// What a surface shows, or will show: a buffer, held as long as it does.
struct SurfaceContent {
    let buffer: ClientBuffer
    private let hold: BufferHold
    private let use: CommittedUse?

    /// `use` is what the client says about this commit's use of the buffer, where it does.
    init(_ buffer: ClientBuffer, use: (any BufferUse)? = nil) {
        self.buffer = buffer
        hold = BufferHold(buffer, use: use)
        self.use = use.map { CommittedUse($0, of: buffer) }
    }

    /// What the pixels are complete after; nil for pixels that always are.
    var fence: (any BufferFence)? { use?.use.acquisition ?? buffer.fence }
}

/// What a client says about one commit's use of a buffer: when the pixels are complete, and whom to tell that nobody reads
/// them any more.
///
/// Kept by the commit's contents and by all holds that begin while these are there. The use ends with the object.
protocol BufferUse: AnyObject {
    /// What the pixels are complete after, whatever devices do with the buffer's memory.
    var acquisition: any BufferFence { get }
}

/// A use as long as the commit's contents are there. Readers that hold the buffer for longer keep the use alone.
private final class CommittedUse {
    let use: any BufferUse
    private let buffer: ClientBuffer

    init(_ use: any BufferUse, of buffer: ClientBuffer) {
        self.use = use
        self.buffer = buffer
        buffer.useBegan(use)
    }

    deinit {
        buffer.useEnded(use)
    }
}

/// The uses of a buffer that several commits show, as one hold keeps them.
final class BufferUses {
    private let all: [any BufferUse]

    init(all: [any BufferUse]) {
        self.all = all
    }
}
