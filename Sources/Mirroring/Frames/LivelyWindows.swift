package import Geometry

/// Chooses the windows that planes show in front of the drawn picture, such as a film among other windows.
///
/// A new frame of such a window is a commit without drawing. Windows at rest are drawn, which leaves the planes to
/// other windows.
///
///     at rest -- `leastChanges` changes, each within `gap` of the one before --> lively
///     lively -- no change for `rest` --> at rest
package struct LivelyWindows {
    /// A window of the last list.
    private struct Trace {
        weak var identity: AnyObject?
        weak var source: (any Buffer)?
        var version: Int
        /// How often the window has changed without a gap longer than `gap`.
        var changes = 0
        var time: Timestamp
    }

    private var traces: [Trace] = []

    static let leastChanges = 4
    /// The longest gap between changes, in microseconds: four changes a second.
    package static let gap: Int64 = 250_000
    /// The time without a change after which a window is at rest, in microseconds.
    package static let rest: Int64 = 1_000_000
    /// The screen's share, one part in this many, below which a window is cheap to draw and gets no plane.
    static let leastShare = 20
    /// The most windows that get planes, which are few.
    static let most = 3

    package init() {}

    /// The windows for planes among a frame's elements, the frontmost first.
    ///
    /// The elements are in order from back to front, and the frame is drawn now. With the windows in front of the drawn
    /// picture in this order, all elements but those in the first window's `above` are in their places.
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
                // The one picture in front of all windows shows what belongs in front of the first window.
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
