package import Geometry

/// How much of a screen a frame redraws, in classes whose drawing times differ by much more than they vary.
package enum FrameExtent: Hashable, Sendable, CaseIterable {
    /// At most a sixty-fourth: a line of text, a cursor, or nothing at all.
    case small
    /// At most an eighth.
    case medium
    case large

    /// The class of a frame that redraws `area` pixels of a screen of this size.
    package init(area: Int, of size: Size<OutputSpace>) {
        let whole = size.width * size.height
        self = area <= whole / 64 ? .small : area <= whole / 8 ? .medium : .large
    }
}

/// The recent drawing times of an output's frames, by extent.
struct DrawingTimes: Hashable, Sendable {
    /// Bounds that new values widen at once and old ones leave slowly, in microseconds.
    struct Bounds: Hashable, Sendable {
        private(set) var high: Int64
        private(set) var low: Int64

        init(_ value: Int64) { (high, low) = (value, value) }

        mutating func add(_ value: Int64) {
            high = max(value, high - high / 32)
            low = min(value, low + low / 32 + 1)
        }
    }

    private var small: Bounds?
    private var medium: Bounds?
    private var large: Bounds?

    /// Records how long a frame took, from the start of its drawing until the display had it.
    mutating func add(_ extent: FrameExtent, microseconds: Int64) {
        switch extent {
        case .small: Self.add(max(0, microseconds), to: &small)
        case .medium: Self.add(max(0, microseconds), to: &medium)
        case .large: Self.add(max(0, microseconds), to: &large)
        }
    }

    private static func add(_ value: Int64, to bounds: inout Bounds?) {
        if bounds == nil { bounds = Bounds(value) } else { bounds?.add(value) }
    }

    /// What frames of that extent took, or of the next larger one where there were none; nil where nothing is known.
    subscript(extent: FrameExtent) -> Bounds? {
        switch extent {
        case .small: small ?? medium ?? large
        case .medium: medium ?? large
        case .large: large
        }
    }
}
