package import Geometry

/// Finds the pixels that look different from one list of elements to the next.
///
/// The pixels follow from what each element reports of its own picture since the last list, and from places and order.
///
/// The `identity` tells elements apart. An element that is new, has gone, or is shown in another way or order is
/// damaged where it was and where it is. Pixels behind opaque parts of other elements are not damaged.
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

        /// Whether the same pixels of the picture are shown at the same place.
        func shows(_ element: SceneElement) -> Bool {
            crop == element.crop && transform == element.transform && place == element.destination
                && filter == element.filter && corners.radius == element.cornerRadius
                && corners.frame == element.roundedFrame
        }
    }

    /// The elements of the last list from front to back.
    private var last: [Trace] = []

    /// The most rectangles of the damage; with more, the damage is coarsened.
    ///
    /// The limit keeps one element from making the damage of others expensive.
    private static let maximumRects = 256

    package init() {}

    /// Takes the next list, back to front, and returns the pixels that may look different from the last list.
    package mutating func update(_ elements: [SceneElement]) -> Region<ContentSpace> {
        var changes = Changes()
        var index = 0
        // Most lists have the elements of the last list, drawn anew.
        for element in elements.reversed() {
            guard index < last.count, last[index].identity === element.identity else {
                return update(elements, from: index, &changes)
            }
            if changes.add(element, since: last[index]) { last[index] = Trace(element) }
            changes.hide(element)
            index += 1
        }
        return index < last.count ? update(elements, from: index, &changes) : changes.damage.region
    }

    /// Continues an update after the first elements, from the front, which are where they were.
    private mutating func update(
        _ elements: [SceneElement], from start: Int, _ changes: inout Changes
    ) -> Region<ContentSpace> {
        var next = Array(last[..<start])
        // Elements of the last list before this index are in front of everything that follows.
        var unseen = start
        for element in elements.dropLast(start).reversed() {
            if let index = last[unseen...].firstIndex(where: { $0.identity === element.identity }) {
                for gone in last[unseen..<index] { changes.add(Region(gone.place)) }
                unseen = index + 1
                changes.add(element, since: last[index])
            } else {
                changes.add(Region(element.destination))
            }
            changes.hide(element)
            next.append(Trace(element))
        }
        for gone in last[unseen...] { changes.add(Region(gone.place)) }
        last = next
        return changes.damage.region
    }

    /// The changes found so far, from the front.
    private struct Changes {
        var damage = BoundedRegion<ContentSpace>(limit: maximumRects)
        private var hidden = Region<ContentSpace>()

        mutating func add(_ region: Region<ContentSpace>) {
            damage.formUnion(hidden.isEmpty ? region : region.subtracting(hidden))
        }

        /// Adds what has changed of an element; returns false for nothing.
        @discardableResult
        mutating func add(_ element: SceneElement, since old: Trace) -> Bool {
            if !old.shows(element) {
                add(Region([old.place, element.destination]))
            } else if old.version != element.version {
                add(element.damage(since: old.version))
            } else {
                return false
            }
            return true
        }

        mutating func hide(_ element: SceneElement) {
            if hidden.rectCount < maximumRects { hidden.formUnion(element.hiding) }
        }
    }
}

extension SceneElement {
    /// The pixels that may look different from an older version of the picture.
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

    /// One axis of a picture that is stretched over a rectangle.
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
            // A reduced picture has the exact average of the covered pixels; in an enlarged one neighbours run into
            // each other.
            isUnchanged = growth == 1 && start == start.rounded()
            reach = isUnchanged || growth < 1 ? 0 : Int(clamping: growth.rounded(.up))
        }

        /// How far pixels are moved without being stretched or interpolated, or nil for other pixels.
        var shift: Int? { isUnchanged ? first - Int(start) : nil }

        func shown(_ low: Int, _ high: Int) -> (Int, Int) {
            func place(_ value: Int, _ rule: FloatingPointRoundingRule) -> Int {
                first.addingClamped(Int(clamping: ((Double(value) - start) * Double(count) / length).rounded(rule)))
            }
            return (place(low, .down).subtractingClamped(reach), place(high, .up).addingClamped(reach))
        }
    }
}
