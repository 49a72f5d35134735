import Mirroring

/// Decides which parts of an output's frame the planes of a card show. The rest is drawn into the primary plane's picture.
///
///     front   cursor    cursor plane, else the frontmost overlay
///             front     overlay, if anything is drawn in front of a layer: one picture with alpha
///             windows   overlays, one for each client's buffer in front of the drawn picture, in their order
///       or    layer     a client's buffer or another output's picture: an overlay, or the primary plane itself
///     back    ground    primary plane: the drawn picture, or only black; off if the CRTC's background is black
///
///   or else   cursor    as above
///             picture   primary plane: the drawn picture with all that is in front of the window, and a hole for the window
///     back    window    an overlay behind the primary plane: the frontmost client's buffer
///
/// The planes are given out from the back to the front. Each layer gets the backmost overlay that is in front of the one before it and
/// reads the layer's format and layout, which leaves room in front.
///
/// Tables tell only which planes could show a layer. Whether a plane can scale that far or leave a part of the screen to others, and
/// whether the bandwidth suffices, only the hardware tells, which is asked about all planes together.
///
/// Windows that no plane reads are drawn. If the hardware accepts no arrangement of the others, the backmost window is drawn as well.
///
/// If the hardware accepts no arrangement at all, the frontmost window gets a plane behind the primary one, which then has to blend. Some
/// cards have their overlay only there. A card with one overlay has none left for what lies in front of a window.
struct PlaneAssignment {
    /// The planes of the card that nothing else uses.
    let planes: [PlaneLimits]
    /// The output's CRTC, as an index in the card's list.
    let crtc: Int

    /// A plane and its place in the stack; `depth` is nil if the place cannot be chosen.
    struct Placement: Hashable, Sendable {
        var plane: PlaneID
        var depth: UInt64?
    }

    /// The usable planes of a kind, the frontmost first.
    private func usable(_ kind: PlaneLimits.Kind) -> [PlaneLimits] {
        planes.filter { $0.kind == kind && crtc < 32 && $0.possibleCRTCs & 1 << crtc != 0 }
            .sorted { $0.isInFront(of: $1) }
    }
}

// The cursor.
extension PlaneAssignment {
    /// The layout of pictures of our own: the cursor, and what is drawn in front of a layer.
    static let ownLayout = PixelLayout(format: ScanoutFormat.argb8888.code, modifier: PixelLayout.linear)

    /// The plane for cursors in framebuffers of a size; throws why the best plane was refused.
    func placeCursor(size: PlaneSize, accepts: (PlaneID) -> Bool) throws(LayerRefusal) -> PlaneID {
        var refusal: LayerRefusal?
        for plane in usable(.cursor) + usable(.overlay) {
            var found = plane.refusal(of: Self.ownLayout)
            if found == nil, let only = plane.onlySize, only != size {
                found = .size(width: only.width, height: only.height)
            }
            if found == nil, accepts(plane.id) { return plane.id }
            refusal = refusal ?? found ?? .hardware
        }
        throw refusal ?? .noPlane
    }
}

// Layers.
extension PlaneAssignment {
    /// A layer that a plane is wanted for.
    struct Layer: Hashable, Sendable {
        let part: PlanePicture.Part
        let layout: PixelLayout
    }

    /// The output's own planes.
    struct OwnPlanes {
        let primary: PlaneLimits
        /// The plane that shows the cursor; nil while none does.
        var cursor: PlaneLimits?
        /// The overlays that show layers already.
        ///
        /// A layer's own overlay is tried first. An overlay that shows another part is not tried, because no commit swaps what is behind
        /// and what is in front. Clients' buffers may take each other's overlays.
        var shown: [PlanePicture.Part: PlaneID] = [:]
        /// Whether the CRTC has a background colour, which is set to black.
        var hasBackground = false
        /// The layout with alpha in which the primary plane blends the drawn picture; nil if it cannot blend.
        var blended: PixelLayout?
    }

    /// The planes for layers.
    struct LayerPlanes: Hashable, Sendable {
        /// One plane for each layer that is shown, the frontmost first.
        var layers: [Placement]
        /// Whether the primary plane is off.
        var isBare = false
        /// The drawn picture's place in front of the one layer; nil if the picture lies behind the layers.
        var picture: Placement?
        /// Why layers have to be drawn, for all layers that were asked about, the frontmost first; nil for those that are shown.
        var refusals: [LayerRefusal?] = []

        /// The layers among `all` that are shown, each with its plane.
        func shown<Layers: Collection>(of all: Layers) -> [(layer: Layers.Element, placement: Placement)] {
            Array(zip(zip(all, refusals).filter { $0.1 == nil }.map(\.0), layers))
        }
    }

    /// The first planes for layers, the frontmost first, that the tables allow and `accepts` confirms with the hardware.
    ///
    /// If there are none for all windows, some windows may be left out. Throws why the best plane was refused if no layer gets a plane.
    func place(
        _ layers: [Layer], above ground: OutputFrame.Ground, on head: OwnPlanes, accepts: (LayerPlanes) -> Bool
    ) throws(LayerRefusal) -> LayerPlanes {
        do throws(LayerRefusal) {
            return try placeInFront(layers, of: ground, on: head, accepts: accepts)
        } catch {
            guard let behind = placeBehind(layers, because: error, on: head, accepts: accepts) else { throw error }
            return behind
        }
    }

    /// A plane behind the drawn picture for the frontmost client's buffer; all other layers are drawn.
    ///
    /// `refusal` is why no plane shows the layers in front of the drawn picture.
    private func placeBehind(
        _ layers: [Layer], because refusal: LayerRefusal, on head: OwnPlanes, accepts: (LayerPlanes) -> Bool
    ) -> LayerPlanes? {
        let index = layers.firstIndex { $0.part.isWindow || $0.part == .client }
        guard let index, let blended = head.blended, head.primary.refusal(of: blended) == nil else { return nil }
        var refusals = layers.map { _ in Optional(refusal) }
        refusals[index] = nil
        for plane in freeOverlays(for: layers[index].part, on: head)
        where plane.refusal(of: layers[index].layout) == nil {
            guard let (back, front) = plane.placed(behind: head.primary),
                head.cursor.map({ $0.isInFront(of: front) }) ?? true
            else { continue }
            let planes = LayerPlanes(layers: [Placement(back)], picture: Placement(front), refusals: refusals)
            if accepts(planes) { return planes }
        }
        return nil
    }

    private func placeInFront(
        _ layers: [Layer], of ground: OutputFrame.Ground, on head: OwnPlanes, accepts: (LayerPlanes) -> Bool
    ) throws(LayerRefusal) -> LayerPlanes {
        var refusals = layers.map { $0.part.isWindow ? refusal(ofAllPlanesFor: $0, on: head) : nil }
        // What lies in front of the first window is needed for that window alone.
        if layers.count > 1, layers[0].part == .front, let refusal = refusals[1] { refusals[0] = refusal }
        while true {
            let wanted = layers.indices.filter { refusals[$0] == nil }
            do throws(LayerRefusal) {
                guard !wanted.isEmpty else { throw refusals.compactMap(\.self).first ?? .noPlane }
                return try placeAll(wanted.map { layers[$0] }, above: ground, on: head) { planes in
                    planes.refusals = refusals
                    return accepts(planes)
                }
            } catch {
                guard let back = wanted.last, wanted.count > 1, layers[wanted[wanted.count - 2]].part.isWindow else {
                    throw error
                }
                refusals[back] = error
            }
        }
    }

    /// Why no overlay can show a layer, whatever the others show; nil if one may.
    private func refusal(ofAllPlanesFor layer: Layer, on head: OwnPlanes) -> LayerRefusal? {
        var refusal: LayerRefusal?
        for plane in overlays(above: head.primary, for: layer.part, on: head) {
            guard let found = self.refusal(of: plane, layer.layout, above: head.primary, on: head) else { return nil }
            refusal = refusal ?? found
        }
        return refusal ?? .noPlane
    }

    private func placeAll(
        _ layers: [Layer], above ground: OutputFrame.Ground, on head: OwnPlanes, accepts: (inout LayerPlanes) -> Bool
    ) throws(LayerRefusal) -> LayerPlanes {
        guard let back = layers.last else { throw .noPlane }
        let primary = head.primary
        let primaryRefusal = primary.refusal(of: back.layout)
        var questions = 0
        /// Asks the hardware about planes for all layers, the backmost first.
        func ask(_ placed: [Placement]) -> LayerPlanes? {
            questions += 1
            guard questions <= Self.mostQuestions else { return nil }
            var found = LayerPlanes(layers: placed.reversed())
            if ground == .black, head.hasBackground, placed[0].plane != primary.id {
                found.isBare = true
                if accepts(&found) { return found }
                found.isBare = false
            }
            return accepts(&found) ? found : nil
        }
        /// Looks for planes in front of `limits` for the layers in front of those that are placed.
        func fill(_ placed: [Placement], upTo limits: PlaneLimits) -> LayerPlanes? {
            guard placed.count < layers.count else { return ask(placed) }
            let layer = layers[layers.count - 1 - placed.count]
            for plane in overlays(above: limits, for: layer.part, on: head)
            where !placed.contains(where: { $0.plane == plane.id })
                && self.refusal(of: plane, layer.layout, above: limits, on: head) == nil
            {
                if let found = fill(placed + [Placement(plane)], upTo: plane) { return found }
            }
            return nil
        }
        func onPrimary() -> LayerPlanes? {
            primaryRefusal == nil ? fill([Placement(plane: primary.id)], upTo: primary) : nil
        }
        let hasFront = layers.contains { $0.part == .front }
        if ground == .black, let found = onPrimary() { return found }
        var refusal = LayerRefusal.noPlane
        for plane in overlays(above: primary, for: back.part, on: head) {
            let found = self.refusal(of: plane, back.layout, above: primary, on: head)
            if found == nil, let planes = fill([Placement(plane)], upTo: plane) { return planes }
            if refusal == .noPlane {
                refusal = found ?? (hasFront ? .behindPicture : questions > 0 ? .hardware : .noPlane)
            }
        }
        if ground == .blackPicture, let found = onPrimary() { return found }
        if ground == .black { refusal = primaryRefusal ?? (questions > 0 ? .hardware : .behindPicture) }
        throw refusal
    }

    /// The most questions about one list of layers. Only hardware whose planes all refuse different things needs more.
    private static let mostQuestions = 32

    /// The overlays for a part of the frame, each as deep in the stack as it can be in front of another plane, the backmost first.
    /// The overlay that shows the part already comes before the others.
    private func overlays(above other: PlaneLimits, for part: PlanePicture.Part, on head: OwnPlanes) -> [PlaneLimits] {
        let own = head.shown[part]
        return freeOverlays(for: part, on: head).map { $0.lowered(above: other) }.sorted {
            left, right in
            if (left.id == own) != (right.id == own) { return left.id == own }
            return right.isInFront(of: left)
        }
    }

    /// The overlays that are free for a part of the frame, the frontmost first.
    private func freeOverlays(for part: PlanePicture.Part, on head: OwnPlanes) -> [PlaneLimits] {
        func isClient(_ part: PlanePicture.Part) -> Bool { part.isWindow || part == .client }
        let others = head.shown.filter { $0.key != part && !(isClient($0.key) && isClient(part)) }.map(\.value)
        return usable(.overlay).filter { !others.contains($0.id) }
    }

    private func refusal(
        of plane: PlaneLimits, _ layout: PixelLayout, above other: PlaneLimits, on head: OwnPlanes
    ) -> LayerRefusal? {
        if let refusal = plane.refusal(of: layout) { return refusal }
        if !plane.isInFront(of: other) { return .order }
        if let cursor = head.cursor, !cursor.isInFront(of: plane) { return .order }
        return nil
    }
}

extension PlaneAssignment.Placement {
    fileprivate init(_ plane: PlaneLimits) {
        self.init(plane: plane.id, depth: plane.depths?.first)
    }
}

extension PlaneLimits {
    /// The plane at its lowest possible place in front of `other`.
    fileprivate func lowered(above other: PlaneLimits) -> PlaneLimits {
        guard let depths, let depth = other.depth, depth < depths.upperBound else { return self }
        var lowered = self
        let lowest = max(depths.lowerBound, depth + 1)
        lowered.choose(lowest)
        return lowered
    }

    /// The plane and the primary plane `other` at places that put `other` in front for certain; nil if there are none.
    fileprivate func placed(behind other: PlaneLimits) -> (back: PlaneLimits, front: PlaneLimits)? {
        guard let depth, let otherDepth = other.depth else { return nil }
        let lowest = depths?.lowerBound ?? depth
        var (back, front) = (self, other)
        if lowest < otherDepth {
            if let depths { back.choose(min(otherDepth - 1, depths.upperBound)) }
            if other.depths != nil { front.choose(otherDepth) }
        } else {
            guard let range = other.depths, lowest < range.upperBound else { return nil }
            if depths != nil { back.choose(lowest) }
            front.choose(max(range.lowerBound, lowest + 1))
        }
        return (back, front)
    }

    private mutating func choose(_ place: UInt64) {
        (depth, depths) = (place, place...place)
    }
}
