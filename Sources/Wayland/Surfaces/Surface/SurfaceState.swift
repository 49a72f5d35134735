import Geometry
import Mirroring

/// The current state of a surface.
struct SurfaceState {
    var content: SurfaceContent?
    /// The changes that commits have drawn.
    private(set) var changes = PictureChanges()
    /// Maps the buffer to the surface; nil without contents.
    var geometry: SurfaceGeometry?
    private(set) var opaque = Region<SurfaceSpace>()
    /// The pixels that hide surfaces below; nil for all pixels, because the format has no alpha.
    private(set) var cover: Region<SurfaceSpace>? = Region()
    /// The input region; nil for the whole surface.
    var input: Region<SurfaceSpace>?
    var transform = Transform.normal
    var scale = 1
    var viewport = ViewportState()
    /// Whether the client prefers frames that are shown at once, even torn, to whole frames.
    var prefersTearing = false
    var representation = ColorRepresentation()
    var stack = SubsurfaceStack()

    /// The surface's size, zero without contents.
    var size: Size<SurfaceSpace> { geometry?.size ?? .zero }

    var bounds: Rect<SurfaceSpace> { size.bounds }

    /// Whether the representation matters: readers get a converted copy, or the client has set a representation, which
    /// may be an error.
    var mayBeConverted: Bool { content?.buffer.isConverted ?? false || representation != ColorRepresentation() }

    /// Records the damage of a commit; nil for all pixels.
    mutating func drew(_ damage: SurfaceDamage?) {
        guard let damage, let geometry else { return changes.addAll() }
        changes.add(geometry.upright(damage, isInverted: content?.buffer.isInverted == true))
    }

    /// Applies an update. Throws if the viewport does not fit the buffer; the changes are applied even then.
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

/// Maps a buffer to surface coordinates, through the buffer's transform and scale and the viewport.
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
    /// The part of the transformed buffer that is shown, in pixels of the transformed buffer.
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

    /// The pixels of the upright buffer that a rectangle of the surface shows, wholly or in part.
    private func upright(_ rect: Rect<SurfaceSpace>) -> Rect<BufferSpace> {
        let (across, down) = (crop.width / Double(size.width), crop.height / Double(size.height))
        return Rect(
            left: Int(clamping: (crop.x + Double(rect.x) * across).rounded(.down)),
            top: Int(clamping: (crop.y + Double(rect.y) * down).rounded(.down)),
            right: Int(clamping: (crop.x + Double(rect.maxX) * across).rounded(.up)),
            bottom: Int(clamping: (crop.y + Double(rect.maxY) * down).rounded(.up)))
    }
}

/// The part of the buffer that a surface shows, and the size of the surface.
struct ViewportState: Hashable {
    /// The source rectangle in surface coordinates before scaling.
    var source: SourceBox?
    var destination: Size<SurfaceSpace>?
}

/// The buffer that a surface shows or will show, with a hold on the buffer.
struct SurfaceContent {
    let buffer: ClientBuffer
    private let hold: BufferHold
    private let use: CommittedUse?

    /// `use` is this commit's use of the buffer; nil if the client does not describe the use.
    init(_ buffer: ClientBuffer, use: (any BufferUse)? = nil) {
        self.buffer = buffer
        hold = BufferHold(buffer, use: use)
        self.use = use.map { CommittedUse($0, of: buffer) }
    }

    /// The fence after which the pixels are complete; nil if the pixels are always complete.
    var fence: (any BufferFence)? { use?.use.acquisition ?? buffer.fence }
}

/// One commit's use of a buffer, as the client describes it.
///
/// The use says when the pixels are complete, and whom to tell when nobody reads them any more. The commit's contents
/// keep the use, and so do all holds that begin while these contents exist. The use ends with the object.
protocol BufferUse: AnyObject {
    /// The fence after which the pixels are complete. It replaces the fences of the buffer's memory.
    var acquisition: any BufferFence { get }
}

/// Keeps a use for as long as the commit's contents exist. Readers that hold the buffer for longer keep only the use.
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

/// The uses of a buffer that several commits show, kept together by one hold.
final class BufferUses {
    private let all: [any BufferUse]

    init(all: [any BufferUse]) {
        self.all = all
    }
}
