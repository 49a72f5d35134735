package import Geometry
package import Mirroring

/// One pass while it is drawn: the visible parts of its elements, what is left to draw, and the memory to draw in.
///
/// A picture in ordinary memory is drawn there. An output's frame is drawn straight into the display's memory if drawing needs to read
/// nothing that was drawn before. Otherwise, and if a later pass reads the frame, it is drawn in ordinary memory and copied from there.
final class PassDrawing {
    let target: RenderTarget
    /// The pixels to draw.
    let damage: Region<ContentSpace>
    private(set) var parts: [VisibleElements.Part]
    let workers: PixelWorkers
    /// The pixels that must be right in the end.
    private let needed: Region<OutputSpace>
    private let display: DisplayAccess?
    /// Whether pixels that nobody reads are drawn straight into the display's memory.
    private(set) var isDirect: Bool
    /// The pixels drawn straight into the display's memory, and those drawn in ordinary memory.
    private var direct = Region<OutputSpace>()
    private var kept = Region<OutputSpace>()

    /// Begins the access to the display's memory, which `finish` ends.
    init(_ pass: RenderPass, _ workers: PixelWorkers) {
        self.workers = workers
        target = pass.target
        let newest = pass.damage.intersection(target.size.bounds)
        display = target.scanout.flatMap(DisplayAccess.init)
        needed = newest.union(target.outdated)
        isDirect = (display?.isDrawable ?? false) && pass.target.prefersDisplayMemory(for: needed)
        // Pixels that are copied can be made opaque on the way.
        if target.hole != nil, target.keepMemory() != nil { isDirect = false }
        var drawn = needed
        if let display, !isDirect {
            // Without ordinary memory, slow drawing is better than none.
            if target.keepMemory() == nil { isDirect = display.isDrawable }
            if !isDirect { drawn = newest.union(needed.subtracting(target.current)) }
        }
        damage = drawn.reinterpreted()
        parts = VisibleElements(pass.elements, within: damage).parts
    }

    /// The memory for pixels drawn together with another pass; nil if there is none.
    var jointPlane: PixelPlane? { isDirect ? display?.plane(of: target) : target.keepMemory().map(PixelPlane.init) }

    /// Switches to ordinary memory if something is blended, because blending reads what is below.
    func prepareForBlending() {
        if isDirect, parts.contains(where: { !$0.blended.isEmpty }), target.keepMemory() != nil { isDirect = false }
    }

    /// Records pixels of one part as drawn on `jointPlane`.
    func leaveOut(_ rect: Rect<OutputSpace>, ofPart index: Int) {
        parts[index].region.subtract(rect.reinterpreted())
        if isDirect { direct.formUnion(rect) } else { kept.formUnion(rect) }
    }

    /// Draws what is left; `read` are the pixels that later passes read.
    func finish(read: Region<OutputSpace>, _ traffic: inout MemoryTraffic) {
        let rest = parts.reduce(into: Region<ContentSpace>()) { $0.formUnion($1.region) }
        // Pixels that are blended or read by a later pass are drawn in ordinary memory, if there is any.
        var indirect = isDirect ? blended.union(rest.intersection(read.reinterpreted())) : rest
        if isDirect, !indirect.isEmpty, target.keepMemory() == nil { indirect = Region() }
        if isDirect, let plane = display?.plane(of: target) {
            let straight = rest.subtracting(indirect)
            draw(straight, on: plane, &traffic)
            direct.formUnion(straight.reinterpreted())
        }
        if !indirect.isEmpty, let memory = target.keepMemory() {
            draw(indirect, on: PixelPlane(memory), &traffic)
            kept.formUnion(indirect.reinterpreted())
        }
        show(&traffic)
    }

    private var blended: Region<ContentSpace> { parts.reduce(into: Region()) { $0.formUnion($1.blended) } }

    private func draw(_ region: Region<ContentSpace>, on plane: PixelPlane, _ traffic: inout MemoryTraffic) {
        let frame = FrameTarget(plane, workers)
        for var part in parts {
            part.region.formIntersection(region)
            if part.region.isEmpty { continue }
            traffic.count(.drawn, read: part.bytesRead, written: part.region.area * 4)
            let element = part.element
            if let source = element.source as? FrameSource, !source.target.isInMemory {
                source.target.bringBack(element.sourcePixels(under: part.region), workers, &traffic)
            }
            ElementDrawing(part.placed, on: frame).draw(part.region)
        }
    }

    /// Copies what the display lacks to it, and ends the access.
    private func show(_ traffic: inout MemoryTraffic) {
        target.drew(inMemory: kept, directly: direct)
        guard let display else { return }
        defer { display.end() }
        let rest = needed.subtracting(direct)
        if !rest.isEmpty, let memory = target.memory {
            if target.hole != nil { PixelPlane(memory).makeOpaque(rest) }
            display.copy(of: memory).show(rest)
            traffic.count(.copied, read: rest.area * 4, written: rest.area * 4)
        }
        display.makeHole(of: target, &traffic)
    }
}

extension RenderTarget {
    /// Whether a frame's needed pixels should be drawn straight into the display's memory.
    fileprivate func prefersDisplayMemory(for needed: Region<OutputSpace>) -> Bool {
        // Small damage is compared with the last frame, which must then be kept.
        !isRead && (memory == nil || needed.area > size.area / ChangeSearch.worthwhileShare)
    }

    /// Copies pixels of the last frame into ordinary memory; nil if memory is lacking.
    @discardableResult
    func bringBack(
        _ pixels: Region<OutputSpace>, _ workers: PixelWorkers, _ traffic: inout MemoryTraffic
    ) -> MemoryBuffer? {
        guard let memory = keepMemory() else { return nil }
        var missing = pixels.intersection(size.bounds).subtracting(current)
        let shown = missing.intersection(covered)
        if !shown.isEmpty {
            let pass = PassDrawing(
                RenderPass(target: memory, damage: shown, elements: coveringElements), workers)
            pass.finish(read: Region(), &traffic)
            readBack(shown)
            missing.subtract(shown)
        }
        guard !missing.isEmpty, let display = scanout.flatMap(DisplayAccess.init) else { return memory }
        display.copy(of: memory).readBack(missing)
        display.end()
        readBack(missing)
        traffic.count(.readBack, read: missing.area * 4, written: missing.area * 4)
        return memory
    }
}

extension VisibleElements.Part {
    /// The bytes read to draw the part: its source's, and those below that it is blended with.
    package var bytesRead: Int {
        if element.color != nil { return 0 }
        return Int(Double(region.area * 4) * element.sourcePixelsPerPixel) + blended.area * 4
    }
}

extension SceneElement {
    fileprivate var sourcePixelsPerPixel: Double {
        crop.width * crop.height / Double(max(1, destination.size.area))
    }

    /// The pixels of an upright source that a region of the destination shows.
    package func sourcePixels(under region: Region<ContentSpace>) -> Region<OutputSpace> {
        let (size, frame, crop) = (source.size, destination, crop)
        guard !frame.isEmpty else { return Region() }
        func span(_ start: Int, _ end: Int, _ origin: Double, _ length: Double, _ scaled: Int) -> (Int, Int) {
            let first = origin + Double(start) * length / Double(scaled)
            let last = origin + Double(end) * length / Double(scaled)
            // One more pixel, for the neighbours that a linear filter reads.
            return (Int(clamping: first.rounded(.down)) - 1, Int(clamping: last.rounded(.up)) + 1)
        }
        return region.intersection(frame).mapRects { rect in
            let (left, right) = span(rect.x - frame.x, rect.maxX - frame.x, crop.x, crop.width, frame.width)
            let (top, bottom) = span(rect.y - frame.y, rect.maxY - frame.y, crop.y, crop.height, frame.height)
            return Rect<OutputSpace>(left: left, top: top, right: right, bottom: bottom)
        }.intersection(size.reinterpreted(as: OutputSpace.self).bounds)
    }
}

/// The visible parts of elements within a region, and the uncovered rest.
package struct VisibleElements {
    package struct Part {
        let placed: ElementPixels
        package var region: Region<ContentSpace>

        package var element: SceneElement { placed.element }
    }

    /// The parts from back to front, without the pixels hidden by opaque elements above.
    package private(set) var parts: [Part] = []
    /// The pixels that no opaque element covers.
    package private(set) var uncovered: Region<ContentSpace>

    package init(_ elements: [SceneElement], within region: Region<ContentSpace>) {
        uncovered = region
        for element in elements.reversed() where !uncovered.isEmpty {
            let seen = uncovered.intersection(element.destination)
            // An element without pixels must not hide those below.
            guard !seen.isEmpty, element.source.hasPixels, let placed = ElementPixels(element) else { continue }
            parts.append(Part(placed: placed, region: seen))
            uncovered.subtract(placed.hiding.intersection(element.destination))
        }
        if parts.count > 1 { parts.reverse() }
    }
}

extension VisibleElements.Part {
    /// The pixels that are mixed with what is below.
    package var blended: Region<ContentSpace> { region.subtracting(placed.hiding) }
}
