package import Geometry

/// Finds what looks different from one list of elements to the next: what each element says of its own picture since the last list,
/// and what follows from places and order.
///
/// Elements are told apart by their `identity`. Those that are new, have gone, or are shown in another way or order are damaged
/// where they were and where they are; what lies behind opaque parts of others is not.
package struct ElementTracker {
    /// An element of the last list, without its pixels.
    private struct Trace {
        let identity: AnyObject
        let version: Int
        let crop: SourceBox
        let transform: Transform
        let place: Rect<ContentSpace>
        let filter: ScaleFilter
        let corners: (radius: Int, frame: Rect<ContentSpace>?)

        init(_ element: SceneElement) {
            identity = element.identity
            version = element.version
            (crop, transform, place) = (element.crop, element.transform, element.destination)
            (filter, corners) = (element.filter, (element.cornerRadius, element.roundedFrame))
        }

        /// Whether the same pixels are shown at the same place.
        func isShownAlike(_ other: Trace) -> Bool {
            crop == other.crop && transform == other.transform && place == other.place && filter == other.filter
                && corners == other.corners
        }
    }

    /// Front to back.
    private var last: [Trace] = []

    /// With more rectangles the damage is coarsened, so that one element cannot make the damage of others expensive.
    private static let maximumRects = 256

    package init() {}

    /// Takes the next list, back to front; returns the pixels that may look different than with the last one.
    package mutating func update(_ elements: [SceneElement]) -> Region<ContentSpace> {
        var damage = BoundedRegion<ContentSpace>(limit: Self.maximumRects)
        var hidden = Region<ContentSpace>()
        func add(_ region: Region<ContentSpace>) {
            damage.formUnion(hidden.isEmpty ? region : region.subtracting(hidden))
        }
        var next: [Trace] = []
        next.reserveCapacity(elements.count)
        // Elements of the last list before this one are in front of all that follows.
        var unseen = 0
        for element in elements.reversed() {
            let trace = Trace(element)
            if let index = last[unseen...].firstIndex(where: { $0.identity === trace.identity }) {
                for gone in last[unseen..<index] { add(Region(gone.place)) }
                unseen = index + 1
                let old = last[index]
                if !old.isShownAlike(trace) {
                    add(Region([old.place, trace.place]))
                } else if old.version != trace.version {
                    add(element.damage(since: old.version))
                }
            } else {
                add(Region(trace.place))
            }
            if hidden.rectCount < Self.maximumRects { hidden.formUnion(element.covered) }
            next.append(trace)
        }
        for gone in last[unseen...] { add(Region(gone.place)) }
        last = next
        return damage.region
    }
}

extension SceneElement {
    /// The pixels that hide what is behind it.
    package var covered: Region<ContentSpace> { cornerRadius == 0 ? opaque : opaque.subtracting(corners) }

    /// The pixels that may look different than with an older version of the picture.
    fileprivate func damage(since version: Int) -> Region<ContentSpace> {
        changes.since(version).map(shown) ?? Region(destination)
    }

    /// The pixels that show any pixel of a region of the upright picture.
    package func shown(_ region: Region<BufferSpace>) -> Region<ContentSpace> {
        let (across, down) = (
            Axis(crop.x, crop.width, destination.x, destination.width),
            Axis(crop.y, crop.height, destination.y, destination.height)
        )
        if let x = across.shift, let y = down.shift {
            return region.reinterpreted(as: ContentSpace.self).offset(x: x, y: y).intersection(destination)
        }
        return region.mapRects { rect in
            let (left, right) = across.shown(rect.x, rect.maxX)
            let (top, bottom) = down.shown(rect.y, rect.maxY)
            return Rect(left: left, top: top, right: right, bottom: bottom)
        }.intersection(destination)
    }

    /// One direction of a picture that is stretched over a rectangle.
    private struct Axis {
        private let start: Double
        private let length: Double
        private let first: Int
        private let count: Int
        /// How far a pixel of the picture shows beyond its own place, in the screen's pixels.
        private let reach: Int
        private let isUnchanged: Bool

        init(_ start: Double, _ length: Double, _ first: Int, _ count: Int) {
            (self.start, self.length, self.first, self.count) = (start, length, first, count)
            let growth = length > 0 ? Double(count) / length : 1
            // Where it shrinks, each pixel is the exact average of what it covers; where it grows, neighbours run into each other.
            isUnchanged = growth == 1 && start == start.rounded()
            reach = isUnchanged || growth < 1 ? 0 : Int(clamping: growth.rounded(.up))
        }

        /// How far pixels are moved that are neither stretched nor interpolated; nil for others.
        var shift: Int? { isUnchanged ? first - Int(start) : nil }

        func shown(_ low: Int, _ high: Int) -> (Int, Int) {
            func place(_ value: Int, _ rule: FloatingPointRoundingRule) -> Int {
                first.addingClamped(Int(clamping: ((Double(value) - start) * Double(count) / length).rounded(rule)))
            }
            return (place(low, .down).subtractingClamped(reach), place(high, .up).addingClamped(reach))
        }
    }
}
