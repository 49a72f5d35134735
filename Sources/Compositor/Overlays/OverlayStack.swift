import Geometry
import Mirroring

/// The overlays of one screen, and the damage that each change of them causes.
///
/// An overlay's picture hides all that is below it, the base as well as other overlays: nothing is drawn under it, and
/// a change there causes no damage, except at rounded corners. All regions are in the screen's pixels unless said
/// otherwise.
final class OverlayStack {
    private var overlays: [OverlayID: ScreenOverlay] = [:]
    /// The pixels covered by pictures: the base need not be drawn there.
    private(set) var hidden = Region<OutputSpace>()
    /// The pixels that decorations blend with: there the frame does not hold what lies below.
    private(set) var blended = Region<OutputSpace>()

    /// The pixels that the overlays draw.
    var drawn: Region<OutputSpace> { hidden.union(blended) }

    /// Counts the changes of what the overlays look like.
    private(set) var version = 0

    var isEmpty: Bool { overlays.isEmpty }

    /// Whether an overlay shows a part of the content's frame, which changes with that.
    var hasExcerpt: Bool { overlays.values.contains { $0.excerpt != nil } }

    subscript(id: OverlayID) -> ScreenOverlay? { overlays[id] }

    /// Sets, moves or removes an overlay; returns the damage.
    func set(_ id: OverlayID, to next: ScreenOverlay?) -> Region<OutputSpace> {
        let old = overlays[id]
        version += 1
        var damage = pictureDamage(from: old, to: next)
        damage.formUnion(elementDamage(from: old?.decorations ?? [], to: next?.decorations ?? []))
        damage.formUnion(elementDamage(from: old?.border ?? [], to: next?.border ?? []))
        if old?.excerpt != next?.excerpt {
            damage.formUnion(Region([old?.excerpt?.place ?? .zero, next?.excerpt?.place ?? .zero]))
        }
        overlays[id] = next
        hidden = overlays.values.reduce(into: Region()) { $0.formUnion($1.hiding) }
        blended = overlays.values.reduce(into: Region()) { $0.formUnion($1.decorated) }
        return damage.subtracting(hidden(above: id))
    }

    /// The screen's damage when an overlay's picture has changed within `damage`, in the picture's own pixels.
    func damage(of id: OverlayID, _ damage: Region<OutputSpace>) -> Region<OutputSpace> {
        version += 1
        guard let place = overlays[id]?.placement else { return Region() }
        return place.screenDamage(of: damage).subtracting(hidden(above: id))
    }

    /// The part of the base's damage that is visible.
    func visible(_ damage: Region<OutputSpace>) -> Region<OutputSpace> {
        overlays.isEmpty ? damage : damage.subtracting(hidden)
    }

    /// The damage to excerpts when the content's frame has changed within `damage`.
    func excerptDamage(of damage: Region<OutputSpace>) -> Region<OutputSpace> {
        overlays.reduce(into: Region()) { region, entry in
            guard let excerpt = entry.value.excerpt else { return }
            region.formUnion(excerpt.damage(of: damage).subtracting(hidden(above: entry.key)))
        }
    }

    /// What draws the overlays, from the lowest up.
    var elements: [SceneElement] { elements() }

    /// The same with excerpts of the content's frame, and without one of the overlays.
    func elements(of frame: (any Buffer)? = nil, without left: OverlayID? = nil) -> [SceneElement] {
        if overlays.isEmpty { return [] }
        return overlays.sorted { $0.key < $1.key }.filter { $0.key != left }.flatMap { $0.value.elements(of: frame) }
    }

    /// What draws the overlays, as one picture of the pixels in `frame`; nil where there is no memory for it.
    func picture(in frame: Rect<OutputSpace>, _ renderer: any RendererPort) -> (any Buffer)? {
        renderer.flatten(elements, in: frame.reinterpreted())
    }

    private func hidden(above id: OverlayID) -> Region<OutputSpace> {
        overlays.reduce(into: Region()) { region, entry in
            if entry.key > id { region.formUnion(entry.value.hiding) }
        }
    }

    private func pictureDamage(from old: ScreenOverlay?, to next: ScreenOverlay?) -> Region<OutputSpace> {
        if old?.picture === next?.picture, old?.placement == next?.placement, old?.cornerRadius == next?.cornerRadius {
            return Region()
        }
        return Region([old?.pictureFrame ?? .zero, next?.pictureFrame ?? .zero])
    }

    /// The damage between two lists of elements: their common prefix is unchanged, all else counts as changed in both.
    private func elementDamage(from old: [SceneElement], to next: [SceneElement]) -> Region<OutputSpace> {
        let same = zip(old, next).prefix { $0.isSame(as: $1) }.count
        return Region((old.dropFirst(same) + next.dropFirst(same)).map { $0.destination.reinterpreted() })
    }
}

extension ScreenOverlay {
    /// The picture's rectangle; `.zero` without a picture.
    fileprivate var pictureFrame: Rect<OutputSpace> { placement?.frame ?? .zero }

    /// The pixels where the picture hides what is below.
    fileprivate var hiding: Region<OutputSpace> { Region(pictureFrame).subtracting(corners) }

    fileprivate var decorated: Region<OutputSpace> {
        Region((border + decorations).map { $0.destination.reinterpreted() }).union(corners)
    }

    fileprivate var bounds: Region<OutputSpace> { decorated.union(Region(pictureFrame)) }
}

extension SceneElement {
    /// Whether both show the same source at the same place; changes of the source's own pixels are not considered.
    fileprivate func isSame(as other: SceneElement) -> Bool {
        source === other.source && crop == other.crop && transform == other.transform
            && destination == other.destination && opaque == other.opaque
    }
}
