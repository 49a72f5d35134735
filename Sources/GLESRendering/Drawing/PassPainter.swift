import CGLES
import Geometry
import Mirroring
import Rendering

/// Draws passes with one graphics context.
final class PassPainter {
    let context: GraphicsContext
    private let brushes: Brushes
    private let sources: SourceTextures

    init(_ context: GraphicsContext) throws(GraphicsError) {
        self.context = context
        brushes = try Brushes()
        sources = SourceTextures(context)
    }

    /// Whether everything in a pass is small enough for the device.
    func canDraw(_ pass: RenderPass) -> Bool {
        func fits(_ width: Int, _ height: Int) -> Bool { max(width, height) <= context.maximumSide }
        return fits(pass.target.size.width, pass.target.size.height)
            && pass.operations.allSatisfy { operation in
                guard case .draw(let element) = operation else { return true }
                return fits(element.source.size.width, element.source.size.height)
            }
    }

    /// Draws a pass on its target's canvas, and brings that to the target's memory.
    func draw(_ pass: RenderPass, _ traffic: inout MemoryTraffic) throws(GraphicsError) {
        let target = pass.target
        let canvas = Canvas.of(target, in: context)
        let newest = pass.damage.intersection(target.size.bounds)
        let region = canvas.needed(for: newest, of: target)
        try paint(pass.operations, region, on: canvas, of: target, &traffic)
        try show(newest.union(target.outdated), of: canvas, on: target, &traffic)
    }

    /// Brings all of a target's last frame into ordinary memory; false where the device does not have all of it.
    func read(_ target: RenderTarget, _ traffic: inout MemoryTraffic) throws(GraphicsError) -> Bool {
        let missing = Region(target.size.bounds).subtracting(target.current)
        if missing.isEmpty { return true }
        guard let memory = target.keepMemory() else { return false }
        let canvas = Canvas.of(target, in: context)
        if let shown = target.shownElement {
            try paint([.draw(shown)], missing, on: canvas, of: target, &traffic)
        }
        guard missing.subtracting(canvas.drawn).isEmpty else { return false }
        try copy(missing, of: canvas, to: memory, &traffic)
        target.readBack(missing)
        return true
    }

    /// Frees what belonged to buffers that have gone.
    func tidyUp() {
        sources.dropGone()
    }

    private func paint(
        _ operations: [DrawOperation], _ region: Region<OutputSpace>, on canvas: Canvas, of target: RenderTarget,
        _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) {
        let visible = VisibleOperations(operations, within: region.reinterpreted())
        canvas.fill(visible.uncovered.reinterpreted(), from: target, &traffic)
        for part in visible.parts {
            traffic.count(.drawn, read: part.bytesRead, written: part.region.area * 4)
            switch part.operation {
            case .fill(let color):
                try canvas.texture.bindAsTarget()
                brushes.fill(part.region, with: color, on: canvas.texture)
            case .disc(let disc):
                try canvas.texture.bindAsTarget()
                brushes.blend(disc, within: part.region, on: canvas.texture)
            case .draw(let element):
                guard let (picture, source) = try source(of: element, part.region, &traffic) else { continue }
                try canvas.texture.bindAsTarget()
                brushes.draw(picture, of: source, within: part.region, on: canvas.texture)
            }
        }
        canvas.drew(region)
    }

    /// The texture to draw a part of an element from, and the element as it is drawn from that; nil where its pixels are
    /// gone.
    private func source(
        of element: SceneElement, _ region: Region<ContentSpace>, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) -> (SceneElement, Texture)? {
        var element = element
        if let frame = element.source as? FrameSource {
            if let shown = frame.target.shownElement, shown.isAll(of: frame.target) {
                element.source = shown.source
            } else {
                return (element, try self.frame(frame.target, element.sourcePixels(under: region), &traffic).texture)
            }
        }
        guard let place = ElementPlacement(element) else { return nil }
        let shading = ElementShading(element, place, isReplacing: false)
        let pixels = region.mapRects { shading.sourcePixels(of: $0) }
        return sources.texture(of: element.source, pixels, &traffic).map { (element, $0) }
    }

    /// The canvas of another target, with its frame as far as that is needed.
    private func frame(
        _ target: RenderTarget, _ needed: Region<OutputSpace>, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) -> Canvas {
        let canvas = Canvas.of(target, in: context)
        if let shown = target.shownElement {
            try paint([.draw(shown)], needed, on: canvas, of: target, &traffic)
        } else {
            canvas.fill(needed, from: target, &traffic)
        }
        return canvas
    }

    /// Brings pixels from a canvas to the memory that the target's display shows.
    private func show(
        _ region: Region<OutputSpace>, of canvas: Canvas, on target: RenderTarget, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) {
        guard let scanout = target.scanout else {
            if let memory = target.memory { try copy(region, of: canvas, to: memory, &traffic) }
            return target.drew(inMemory: region, directly: Region())
        }
        guard let display = DisplayMemory(scanout) else { return }
        defer { display.end() }
        if display.isDrawable {
            try canvas.texture.read(region.reinterpreted(), to: display.firstRow, stride: display.stride)
            traffic.count(.readBack, read: region.area * 4, written: region.area * 4)
            return target.drew(inMemory: Region(), directly: region)
        }
        guard let memory = target.keepMemory() else { return }
        let missing = region.union(target.skipped)
        try copy(missing, of: canvas, to: memory, &traffic)
        display.copy(of: memory).show(region)
        traffic.count(.copied, read: region.area * 4, written: region.area * 4)
        target.drew(inMemory: missing, directly: Region())
    }

    private func copy(
        _ region: Region<OutputSpace>, of canvas: Canvas, to memory: MemoryBuffer, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) {
        try canvas.texture.read(region.reinterpreted(), to: memory.bytes, stride: memory.stride)
        traffic.count(.readBack, read: region.area * 4, written: region.area * 4)
    }
}

extension SceneElement {
    /// Whether the element is the whole frame of a target, pixel by pixel.
    fileprivate func isAll(of target: RenderTarget) -> Bool {
        transform == .normal && showsWholeBuffer && source.size == target.size.reinterpreted()
            && destination == target.size.bounds.reinterpreted()
    }
}
