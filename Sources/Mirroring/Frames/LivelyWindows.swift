package import Geometry

/// Chooses the windows that planes should show in front of the drawn picture, such as a film's beside others: a frame of theirs is then a
/// commit, and nothing is drawn. Windows at rest are drawn, which leaves the planes to others.
///
///     at rest -- `leastChanges` changes, each within `gap` of the one before --> lively
///     lively -- no change for `rest` --> at rest
package struct LivelyWindows {
    /// A window of the last list.
    private struct Trace {
        weak var identity: AnyObject?
        weak var source: (any Buffer)?
        var version: Int
        /// How often it has changed without a longer gap.
        var changes = 0
        var time: Timestamp
    }

    private var traces: [Trace] = []

    static let leastChanges = 4
    /// In microseconds: four frames in a second.
    package static let gap: Int64 = 250_000
    /// In microseconds.
    package static let rest: Int64 = 1_000_000
    /// A window that takes less of the screen than one part in so many is cheaply drawn.
    static let leastShare = 20
    /// Planes are few.
    static let most = 3

    package init() {}

    /// The windows for planes among elements, from back to front, of a frame that is drawn now; the frontmost first. All elements but the
    /// first window's `above` are where they belong when the windows stand in front of the drawn picture in this order.
    package mutating func choices(
        of elements: [SceneElement], on screen: Size<OutputSpace>, at now: Timestamp
    ) -> [ScanoutChoice] {
        follow(elements, at: now)
        guard traces.contains(where: { $0.changes >= Self.leastChanges }) else { return [] }
        var found: [ScanoutChoice] = []
        for index in elements.indices.reversed() where found.count < Self.most {
            let element = elements[index]
            guard element.source.dmabuf != nil, isLively(element, at: now),
                let choice = ScanoutChoice(windowAt: index, of: elements, on: screen, inFrontOf: found),
                choice.element.destination.size.area * Self.leastShare >= screen.area,
                // One picture lies in front of all, of what belongs in front of the first.
                found.isEmpty || choice.frontFrame == nil
            else { continue }
            found.append(choice)
        }
        return found
    }

    private func isLively(_ element: SceneElement, at now: Timestamp) -> Bool {
        traces.contains {
            $0.identity === element.identity && $0.changes >= Self.leastChanges && now.since($0.time) < Self.rest
        }
    }

    private mutating func follow(_ elements: [SceneElement], at now: Timestamp) {
        if traces.isEmpty, elements.allSatisfy({ $0.source.dmabuf == nil }) { return }
        let last = traces
        traces = []
        for element in elements where element.source.dmabuf != nil {
            let fresh = Trace(
                identity: element.identity, source: element.source, version: element.version, time: now)
            guard var trace = last.first(where: { $0.identity === element.identity }) else {
                traces.append(fresh)
                continue
            }
            if trace.source !== element.source || trace.version != element.version {
                let isSoon = now.since(trace.time) <= Self.gap
                (trace.source, trace.version, trace.time) = (element.source, element.version, now)
                let isLively = trace.changes >= Self.leastChanges
                trace.changes = isSoon || isLively ? trace.changes + 1 : 1
            } else if now.since(trace.time) >= Self.rest {
                trace.changes = 0
            }
            traces.append(trace)
        }
    }
}
