import Geometry
import Mirroring

/// The overlays of one screen, each a list of elements, and the damage that each change of them causes.
///
/// An element that is opaque hides all that is below it, the base as well as other overlays: nothing is drawn under it, and
/// a change there causes no damage, except at rounded corners. All regions are in the screen's pixels unless said
/// otherwise.
final class OverlayStack {
    /// What each overlay draws, back to front. What has changed of an overlay's picture is noted in its first element.
    private var overlays: [OverlayID: [SceneElement]] = [:]
    /// Also of those that have gone.
    private var trackers: [OverlayID: ElementTracker] = [:]
    /// The pixels where the base need not be drawn.
    private(set) var hidden = Region<OutputSpace>()
    /// The pixels that the overlays draw.
    private(set) var drawn = Region<OutputSpace>()
    /// Whether an overlay shows a part of the mirrored frame, and changes with that.
    private(set) var showsMirroredFrame = false

    /// Counts the changes of the overlays' look.
    private(set) var version = 0

    var isEmpty: Bool { overlays.isEmpty }

    subscript(id: OverlayID) -> [SceneElement] { overlays[id] ?? [] }

    /// Sets what an overlay draws, nothing to remove it; returns the damage.
    func set(_ id: OverlayID, to elements: [SceneElement]) -> Region<OutputSpace> {
        var next = elements.filter(\.isPlaced)
        if let old = self[id].first, let first = next.first, first.source === old.source, first.changes.version == 0 {
            next[0].changes = old.changes
        }
        overlays[id] = next.isEmpty ? nil : next
        let damage = takeDamage(of: id)
        let all = overlays.values.joined()
        hidden = all.reduce(into: Region()) { $0.formUnion($1.hiding.reinterpreted()) }
        drawn = Region(all.map { $0.destination.reinterpreted() })
        showsMirroredFrame = all.contains(where: \.showsMirroredFrame)
        return damage.subtracting(hidden(above: id))
    }

    /// The screen's damage when the picture of an overlay's first element has changed within `damage`, in the picture's own pixels.
    func damage(of id: OverlayID, _ damage: Region<OutputSpace>) -> Region<OutputSpace> {
        guard overlays[id] != nil else { return Region() }
        overlays[id]?[0].changes.add(damage.reinterpreted())
        return takeDamage(of: id).subtracting(hidden(above: id))
    }

    /// The screen's damage when the mirrored frame has changed within `damage`, in the frame's own pixels.
    func mirroredFrameDamaged(_ damage: Region<OutputSpace>) -> Region<OutputSpace> {
        var shown = Region<OutputSpace>()
        if !showsMirroredFrame { return shown }
        for (id, elements) in overlays {
            let parts = elements.indices.filter { elements[$0].showsMirroredFrame }
            if parts.isEmpty { continue }
            for index in parts { overlays[id]?[index].changes.add(damage.reinterpreted()) }
            shown.formUnion(takeDamage(of: id).subtracting(hidden(above: id)))
        }
        return shown
    }

    private func takeDamage(of id: OverlayID) -> Region<OutputSpace> {
        version += 1
        return trackers[id, default: ElementTracker()].update(self[id]).reinterpreted()
    }

    /// The part of the base's damage that is visible.
    func visible(_ damage: Region<OutputSpace>) -> Region<OutputSpace> {
        isEmpty ? damage : damage.subtracting(hidden)
    }

    /// What draws the overlays, back to front.
    var elements: [SceneElement] { elements() }

    /// The same with parts of the mirrored frame, which are left out without it, and without one of the overlays.
    func elements(mirroring frame: (any Buffer)? = nil, without left: OverlayID? = nil) -> [SceneElement] {
        if isEmpty { return [] }
        return overlays.sorted { $0.key < $1.key }.filter { $0.key != left }.flatMap {
            $0.value.compactMap { $0.showing(frame) }
        }
    }

    private func hidden(above id: OverlayID) -> Region<OutputSpace> {
        overlays.reduce(into: Region()) { region, overlay in
            guard overlay.key > id else { return }
            for element in overlay.value { region.formUnion(element.hiding.reinterpreted()) }
        }
    }
}

extension SceneElement {
    /// Whether any of it can be on a screen: it has pixels, and a place that is not beyond all sense.
    fileprivate var isPlaced: Bool {
        let (limit, place) = (-Self.farthest...Self.farthest, destination)
        return !source.size.isEmpty && !place.isEmpty && limit.contains(place.x) && limit.contains(place.y)
            && place.width <= MemoryBuffer.maximumSide && place.height <= MemoryBuffer.maximumSide
    }

    /// Far beyond the edge of any screen, and far below overflow.
    private static let farthest = 1 << 24
}
