import Geometry
import Mirroring

/// The overlays of one screen, and the damage that each change of them causes.
///
/// An overlay's picture hides all that is below it, the base as well as other overlays: nothing is drawn under it, and
/// a change there causes no damage, except at rounded corners. All regions are in the screen's pixels unless said
/// otherwise.
final class OverlayStack {
    private struct Entry {
        var overlay: ScreenOverlay
        /// What has changed of its picture, as long as it has that.
        var changes = PictureChanges()

        /// What draws it but an excerpt.
        var elements: [SceneElement] {
            var elements = overlay.elements
            if overlay.placement != nil { elements[0].changes = changes }
            return elements
        }
    }

    private var entries: [OverlayID: Entry] = [:]
    /// Also of those that have gone.
    private var trackers: [OverlayID: ElementTracker] = [:]
    /// The pixels covered by pictures: the base need not be drawn there.
    private(set) var hidden = Region<OutputSpace>()
    /// The pixels that decorations blend with: there the frame does not hold what lies below.
    private(set) var blended = Region<OutputSpace>()

    /// The pixels that the overlays draw.
    var drawn: Region<OutputSpace> { hidden.union(blended) }

    /// Counts the changes of what the overlays look like.
    private(set) var version = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Whether an overlay shows a part of the content's frame, which changes with that.
    var hasExcerpt: Bool { entries.values.contains { $0.overlay.excerpt != nil } }

    subscript(id: OverlayID) -> ScreenOverlay? { entries[id]?.overlay }

    /// Sets, moves or removes an overlay; returns the damage.
    func set(_ id: OverlayID, to next: ScreenOverlay?) -> Region<OutputSpace> {
        let old = entries[id]
        entries[id] = next.map { next in
            let isSamePicture = next.picture != nil && old?.overlay.picture === next.picture
            return Entry(overlay: next, changes: isSamePicture ? old?.changes ?? PictureChanges() : PictureChanges())
        }
        var damage = takeDamage(of: id)
        let excerpts = (old?.overlay.excerpt, next?.excerpt)
        if excerpts.0 != excerpts.1 {
            damage.formUnion(Region([excerpts.0?.place ?? .zero, excerpts.1?.place ?? .zero]))
        }
        hidden = entries.values.reduce(into: Region()) { $0.formUnion($1.overlay.hiding) }
        blended = entries.values.reduce(into: Region()) { $0.formUnion($1.overlay.decorated) }
        return damage.subtracting(hidden(above: id))
    }

    /// The screen's damage when an overlay's picture has changed within `damage`, in the picture's own pixels.
    func damage(of id: OverlayID, _ damage: Region<OutputSpace>) -> Region<OutputSpace> {
        entries[id]?.changes.add(damage.reinterpreted())
        return takeDamage(of: id).subtracting(hidden(above: id))
    }

    private func takeDamage(of id: OverlayID) -> Region<OutputSpace> {
        version += 1
        return trackers[id, default: ElementTracker()].update(entries[id]?.elements ?? []).reinterpreted()
    }

    /// The part of the base's damage that is visible.
    func visible(_ damage: Region<OutputSpace>) -> Region<OutputSpace> {
        isEmpty ? damage : damage.subtracting(hidden)
    }

    /// The damage to excerpts when the content's frame has changed within `damage`.
    func excerptDamage(of damage: Region<OutputSpace>) -> Region<OutputSpace> {
        entries.reduce(into: Region()) { region, entry in
            guard let excerpt = entry.value.overlay.excerpt else { return }
            region.formUnion(excerpt.damage(of: damage).subtracting(hidden(above: entry.key)))
        }
    }

    /// What draws the overlays, from the lowest up.
    var elements: [SceneElement] { elements() }

    /// The same with excerpts of the content's frame, and without one of the overlays.
    func elements(of frame: (any Buffer)? = nil, without left: OverlayID? = nil) -> [SceneElement] {
        if isEmpty { return [] }
        return entries.sorted { $0.key < $1.key }.filter { $0.key != left }.flatMap {
            $0.value.overlay.elements(of: frame)
        }
    }

    private func hidden(above id: OverlayID) -> Region<OutputSpace> {
        entries.reduce(into: Region()) { region, entry in
            if entry.key > id { region.formUnion(entry.value.overlay.hiding) }
        }
    }
}

extension ScreenOverlay {
    /// The picture's rectangle; `.zero` without a picture.
    fileprivate var pictureFrame: Rect<OutputSpace> { placement ?? .zero }

    /// The pixels where the picture hides what is below.
    fileprivate var hiding: Region<OutputSpace> { Region(pictureFrame).subtracting(corners) }

    fileprivate var decorated: Region<OutputSpace> {
        Region((border + decorations).map { $0.destination.reinterpreted() }).union(corners)
    }
}
