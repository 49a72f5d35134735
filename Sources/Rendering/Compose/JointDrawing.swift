import Geometry
import Mirroring

/// Draws a frame's copied rows together with a pass that shows the frame smaller.
///
/// Each pixel of the client's buffer is then read once. Joint drawing serves passes that draw at least `smallestArea`.
struct JointDrawing {
    /// The copied part of the frame, and the rows that are copied entirely.
    private let copied: CopiedPart
    /// The part of the second pass that shows the frame.
    private let shown: (part: Int, element: SceneElement)
    private let frameSize: Size<OutputSpace>

    /// Nil if the second pass does not shrink the first one's target, or if the first pass copies little.
    init?(of first: PassDrawing, into second: PassDrawing) {
        // Joint copies have eight bits of each colour.
        guard !first.target.isDeep, !second.target.isDeep,
            let shown = second.part(showing: first.target),
            let copied = CopiedPart(of: first.parts, in: first.target.size)
        else { return nil }
        self.shown = shown
        self.copied = copied
        frameSize = first.target.size
    }

    /// The same for a frame that is not drawn now and is not in ordinary memory: nothing is copied.
    init?(into second: PassDrawing) {
        guard !second.target.isDeep, let shown = second.part(showing: nil),
            let source = shown.element.source as? FrameSource, source.target.scanout != nil
        else { return nil }
        let size = source.target.size
        let read = shown.element.sourcePixels(under: second.parts[shown.part].region)
        guard !read.subtracting(source.target.current).isEmpty,
            let copied = CopiedPart(
                of: VisibleElements(source.elements, within: Region(size.bounds.reinterpreted())).parts, in: size)
        else { return nil }
        self.shown = shown
        self.copied = copied
        frameSize = size
    }

    /// Draws the joint rows, and removes them from both passes.
    func draw(_ first: PassDrawing, _ second: PassDrawing, _ traffic: inout MemoryTraffic) {
        guard let copy = first.jointPlane else { return }
        for band in draw(copyingTo: copy, second, &traffic) { first.leaveOut(band, ofPart: copied.part) }
    }

    /// Draws the joint rows of the second pass alone.
    func draw(_ second: PassDrawing, _ traffic: inout MemoryTraffic) {
        _ = draw(copyingTo: nil, second, &traffic)
    }

    /// Draws the joint rows; returns the rows of the frame that were copied.
    private func draw(
        copyingTo copy: PixelPlane?, _ second: PassDrawing, _ traffic: inout MemoryTraffic
    ) -> [Rect<OutputSpace>] {
        second.prepareForBlending()
        guard let target = second.jointPlane else { return [] }
        let frame = shown.element.destination
        let free = second.damage.fullRows(of: frame)
        var bands: [Rect<OutputSpace>] = []
        for rows in copied.rows {
            for scaled in free.compactMap({ scaledRows(of: rows, within: $0) }) {
                guard draw(scaled, copy, target, second.workers) else { continue }
                let top = scaled.lowerBound * frameSize.height / frame.height
                let bottom = (scaled.upperBound * frameSize.height + frame.height - 1) / frame.height
                let band = Rect<OutputSpace>(left: 0, top: top, right: frameSize.width, bottom: bottom)
                bands.append(band)
                second.leaveOut(
                    Rect(x: frame.x, y: frame.y + scaled.lowerBound, width: frame.width, height: scaled.count),
                    ofPart: shown.part)
                let shownBytes = frame.width * scaled.count * 4
                traffic.count(
                    .fused, read: band.size.area * 4, written: shownBytes + (copy == nil ? 0 : band.size.area * 4))
            }
        }
        return bands
    }

    /// The scaled rows, counted from the frame's top, that lie within `free` and show only `rows` of the source.
    private func scaledRows(of rows: Range<Int>, within free: Range<Int>) -> Range<Int>? {
        let (frame, height) = (shown.element.destination, frameSize.height)
        let top = max(free.lowerBound - frame.y, (rows.lowerBound * frame.height + height - 1) / height)
        let bottom = min(free.upperBound - frame.y, rows.upperBound * frame.height / height)
        return bottom > top && (bottom - top) * frame.width >= Self.smallestArea ? top..<bottom : nil
    }

    private func draw(
        _ rows: Range<Int>, _ copy: PixelPlane?, _ target: PixelPlane, _ workers: PixelWorkers
    ) -> Bool {
        var isDrawn = false
        _ = copied.element.source.withPixels { pixels in
            guard let first = ElementPixels(copied.element)?.copyOrigin(pixels) else { return }
            let source = SourcePixels(
                owner: copied.element.source, first: first, stride: copied.element.source.stride,
                size: frameSize.reinterpreted(), format: copied.element.source.format)
            let scaler = SnapshotScaler(
                source: source, target: target, frame: shown.element.destination.reinterpreted(),
                filter: shown.element.filter, workers: workers)
            isDrawn = scaler.draw(rows: rows, copyingTo: copy)
        }
        return isDrawn
    }

    /// In pixels of the smaller picture. A smaller area stays in the caches between the passes.
    static let smallestArea = 1 << 16
}

/// The part that copies the most whole rows of a frame, without anything above them.
private struct CopiedPart {
    let part: Int
    let element: SceneElement
    let rows: [Range<Int>]

    private var rowCount: Int { rows.reduce(0) { $0 + $1.count } }

    private init(part: Int, element: SceneElement, rows: [Range<Int>]) {
        self.part = part
        self.element = element
        self.rows = rows
    }

    /// Nil if no part copies whole rows.
    init?(of parts: [VisibleElements.Part], in frame: Size<OutputSpace>) {
        var found: CopiedPart?
        var above = Region<ContentSpace>()
        for (index, part) in parts.enumerated().reversed() {
            if part.placed.isCopied {
                let clean = part.region.intersection(part.placed.hiding).subtracting(above)
                let rows = clean.fullRows(of: frame.bounds.reinterpreted())
                let next = CopiedPart(part: index, element: part.element, rows: rows)
                if next.rowCount > found?.rowCount ?? 0 { found = next }
            }
            above.formUnion(part.region)
        }
        guard let found else { return nil }
        self = found
    }
}

extension PassDrawing {
    /// Whether a part shows a target's frame.
    func shows(_ target: RenderTarget) -> Bool { parts.contains { $0.element.source.shows(target) } }

    /// The pixels of a target's frame that the remaining parts read.
    func pixels(readOf target: RenderTarget) -> Region<OutputSpace> {
        parts.reduce(into: Region()) { read, part in
            guard part.element.source.shows(target) else { return }
            read.formUnion(part.element.sourcePixels(under: part.region))
        }
    }

    /// The part that shows a whole frame, unturned and scaled, entirely on the target.
    /// The frame is `frame`'s, or any target's if that is nil.
    fileprivate func part(showing frame: RenderTarget?) -> (part: Int, element: SceneElement)? {
        for (index, part) in parts.enumerated() {
            let element = part.element
            guard !part.region.isEmpty, element.cornerRadius == 0, element.showsWholeBuffer,
                frame.map(element.source.shows) ?? (element.source is FrameSource),
                target.size.bounds.reinterpreted().contains(element.destination),
                element.destination.size.reinterpreted() != element.source.size
            else { continue }
            return (index, element)
        }
        return nil
    }
}

extension Buffer {
    /// Whether the buffer holds the pixels of a target's frame.
    fileprivate func shows(_ target: RenderTarget) -> Bool {
        switch self {
        case let frame as FrameSource: frame.target === target
        default: self === target.memory
        }
    }
}

extension Region {
    /// The rows in which the region covers the whole width of `frame`.
    fileprivate func fullRows(of frame: Rect<Space>) -> [Range<Int>] {
        intersection(frame).rects.filter { $0.width == frame.width }.map { $0.y..<$0.maxY }
    }
}
