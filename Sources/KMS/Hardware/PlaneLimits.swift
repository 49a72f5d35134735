import CDRM
import Mirroring

/// The limits that a plane declares; only a test commit shows whether it can also scale, or has the bandwidth.
struct PlaneLimits: Hashable, Sendable {
    /// The purpose for which the driver made the plane.
    enum Kind: Hashable, Sendable {
        /// Needed to light the output; shows the drawn picture.
        case primary
        case overlay
        case cursor
    }

    var id: PlaneID
    var kind: Kind
    /// Bit n: the nth CRTC can show it.
    var possibleCRTCs: UInt32
    /// The layouts that the plane can scan out.
    var layouts: Set<PixelLayout>
    /// The plane's place in the stack, higher ones in front; nil if the driver does not say.
    var depth: UInt64?
    /// The places that can be chosen; nil if `depth` is the only one.
    var depths: ClosedRange<UInt64>?
    /// The one size that the plane's framebuffers may have; nil for any size. Cursor planes have one.
    var onlySize: PlaneSize?

    /// The best format with eight or ten bits of each colour in which the plane shows frames drawn by the processor; nil if it shows none.
    func drawnFormat(_ depth: ColorDepth = .eight) -> ScanoutFormat? {
        ScanoutFormat.allCases.first { $0.isDeep == (depth == .ten) && shows($0) }
    }

    /// Whether the plane can show frames of a format that the processor has drawn.
    func shows(_ format: ScanoutFormat) -> Bool {
        [PixelLayout.linear, PixelLayout.implicit].contains {
            layouts.contains(PixelLayout(format: format.code, modifier: $0))
        }
    }

    /// Why the plane cannot scan out a layout; nil if it can.
    func refusal(of layout: PixelLayout) -> LayerRefusal? {
        // Layouts in columns carry the buffer's column height; planes list them with the height 0, which stands for all.
        if layouts.contains(layout) || layouts.contains(layout.listed) { return nil }
        return layouts.contains { $0.format == layout.format } ? .modifier : .format
    }

    /// Whether the plane is certain to lie in front of `other`, by their places in the stack or else by their kinds.
    func isInFront(of other: PlaneLimits) -> Bool {
        if let depth, let otherDepth = other.depth { return depth > otherDepth }
        return kind.order > other.kind.order
    }
}

extension PlaneLimits.Kind {
    fileprivate var order: Int {
        switch self {
        case .primary: 0
        case .overlay: 1
        case .cursor: 2
        }
    }
}

/// A size in a framebuffer's pixels.
struct PlaneSize: Hashable, Sendable {
    var width: Int
    var height: Int
}

/// Parses the kernel's IN_FORMATS blob: the formats of a plane, each with its modifiers.
enum FormatBlob {
    /// The layouts listed in the bytes; empty for malformed ones.
    static func parse(_ bytes: [UInt8]) -> Set<PixelLayout> {
        bytes.withUnsafeBytes { blob in
            func word(_ offset: Int) -> UInt32? {
                guard offset >= 0, offset <= blob.count - 4 else { return nil }
                return blob.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            }
            func long(_ offset: Int) -> UInt64? {
                guard offset >= 0, offset <= blob.count - 8 else { return nil }
                return blob.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            }
            // Version, flags, then count and offset of the formats and of the modifiers.
            guard word(0) == 1, let formats = word(8), let formatsAt = word(12), let modifiers = word(16),
                let modifiersAt = word(20)
            else { return [] }
            var layouts: Set<PixelLayout> = []
            for number in 0..<min(Int(modifiers), blob.count / entrySize) {
                // A modifier holds for up to 64 formats from `first` on.
                let entry = Int(modifiersAt) + number * entrySize
                guard let mask = long(entry), let first = word(entry + 8), let modifier = long(entry + 16) else {
                    return []
                }
                for bit in 0..<64 where mask & 1 << bit != 0 && Int(first) + bit < Int(formats) {
                    guard let format = word(Int(formatsAt) + (Int(first) + bit) * 4) else { return [] }
                    layouts.insert(PixelLayout(format: format, modifier: modifier))
                }
            }
            return layouts
        }
    }

    private static let entrySize = MemoryLayout<drm_format_modifier>.stride
}
