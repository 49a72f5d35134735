import Geometry
import Mirroring

/// Rows of one pass that are copied from a client's buffer, and rows of another that show them made smaller: both are
/// drawn while each of the buffer's pixels is read once.
struct JointDrawing {
    /// The copied part of the first pass, and the rows of its target that are nothing but copied.
    private let copied: (part: Int, element: SceneElement, rows: [Range<Int>])
    /// The part of the second pass that shows the first one's target.
    private let shown: (part: Int, element: SceneElement)

    /// Nil where the second pass does not shrink the first one's target, or the first copies little.
    init?(of first: PassDrawing, into second: PassDrawing) {
        guard let shown = second.part(showing: first.target), let copied = first.copiedPart else { return nil }
        self.shown = shown
        self.copied = copied
    }

    /// Draws what can be drawn together, and takes it out of both.
    func draw(_ first: inout PassDrawing, _ second: inout PassDrawing) {
        let free = second.damage.fullRows(of: shown.element.destination)
        for rows in copied.rows {
            for panelRows in free.compactMap({ scaledRows(of: rows, within: $0, first.target.size.height) }) {
                guard draw(panelRows, first.target, second.target) else { continue }
                let frame = shown.element.destination
                let height = first.target.size.height
                let top = panelRows.lowerBound * height / frame.height
                let bottom = (panelRows.upperBound * height + frame.height - 1) / frame.height
                first.leaveOut(
                    Region(Rect(left: 0, top: top, right: first.target.size.width, bottom: bottom)),
                    ofPart: copied.part)
                second.leaveOut(
                    Region(
                        Rect(
                            x: frame.x, y: frame.y + panelRows.lowerBound, width: frame.width,
                            height: panelRows.count)), ofPart: shown.part)
            }
        }
    }

    /// The scaled rows, counted from the frame's top, that lie within `free` and show nothing but `rows` of the source.
    private func scaledRows(of rows: Range<Int>, within free: Range<Int>, _ height: Int) -> Range<Int>? {
        let frame = shown.element.destination
        let top = max(free.lowerBound - frame.y, (rows.lowerBound * frame.height + height - 1) / height)
        let bottom = min(free.upperBound - frame.y, rows.upperBound * frame.height / height)
        return bottom > top && (bottom - top) * frame.width >= Self.smallestArea ? top..<bottom : nil
    }

    private func draw(_ rows: Range<Int>, _ copy: PixelBuffer, _ target: PixelBuffer) -> Bool {
        var isDrawn = false
        _ = copied.element.source.withPixels { pixels in
            let drawing = ElementDrawing(copied.element, on: FrameTarget(copy))
            guard let first = drawing.copyOrigin(pixels) else { return }
            let source = SourcePixels(
                first: first, stride: copied.element.source.stride, size: copy.size.reinterpreted())
            let scaler = SnapshotScaler(
                source: source, target: target, frame: shown.element.destination.reinterpreted(),
                filter: shown.element.filter)
            isDrawn = scaler.draw(rows: rows, copyingTo: copy)
        }
        return isDrawn
    }

    /// In pixels of the smaller picture: less stays in the caches between one pass and the other.
    private static let smallestArea = 1 << 16
}

extension PassDrawing {
    /// The part that shows a picture whole, unturned and smaller, wholly on the target.
    fileprivate func part(showing picture: PixelBuffer) -> (part: Int, element: SceneElement)? {
        for (index, part) in parts.enumerated() {
            guard case .draw(let element) = part.operation, element.cornerRadius == 0, element.showsWholeBuffer,
                (element.source as? PictureSource)?.picture === picture,
                target.size.bounds.reinterpreted().contains(element.destination),
                element.destination.size != picture.size.reinterpreted()
            else { continue }
            return (index, element)
        }
        return nil
    }

    /// The part that copies the most whole rows, without anything above them.
    fileprivate var copiedPart: (part: Int, element: SceneElement, rows: [Range<Int>])? {
        var found: (part: Int, element: SceneElement, rows: [Range<Int>])?
        var above = Region<ContentSpace>()
        for (index, part) in parts.enumerated().reversed() {
            if case .draw(let element) = part.operation, ElementDrawing(element, on: FrameTarget(target)).isCopied {
                let clean = part.region.intersection(element.hiding).subtracting(above)
                let rows = clean.fullRows(of: target.size.bounds.reinterpreted())
                let count = rows.reduce(0) { $0 + $1.count }
                if count > found?.rows.reduce(0, { $0 + $1.count }) ?? 0 { found = (index, element, rows) }
            }
            above.formUnion(part.region)
        }
        return found
    }
}

extension Region {
    /// The rows in which the region covers the whole width of `frame`.
    fileprivate func fullRows(of frame: Rect<Space>) -> [Range<Int>] {
        intersection(frame).rects.filter { $0.width == frame.width }.map { $0.y..<$0.maxY }
    }
}
