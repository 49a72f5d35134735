import CGLES
import Geometry
import Mirroring

/// Draws passes with one graphics context.
final class PassPainter {
    let context: GraphicsContext
    /// The layouts of dmabufs that can be drawn from.
    let layouts: [PixelLayout]
    private let brushes: Brushes
    let sources: SourceTextures
    /// Nil if the driver makes no fences; displays then find out by themselves when a frame is complete.
    private let fences: NativeFences?

    init(_ context: GraphicsContext) throws(GraphicsError) {
        self.context = context
        brushes = try Brushes()
        sources = SourceTextures(context)
        fences = NativeFences(context)
        layouts = sources.layouts
    }

    /// Whether everything in a pass is small enough for the device.
    func canDraw(_ pass: RenderPass) -> Bool {
        context.fits(pass.target.size)
            && pass.elements.allSatisfy { context.fits($0.source.size) }
    }

    /// Draws a pass on its target's canvas, and copies it to the target's memory.
    func draw(_ pass: RenderPass, _ traffic: inout MemoryTraffic) throws(GraphicsError) {
        let target = pass.target
        let canvas = TargetTexture.of(target, in: context)
        let newest = pass.damage.intersection(target.size.bounds)
        let missing = newest.union(target.outdated)
        if let scanout = target.scanout, scanout.isDrawable, let frame = scanout.graphics(in: context),
            try drawDirectly(pass, missing, on: frame, canvas, &traffic)
        {
            return
        }
        let region = canvas.needed(for: newest, of: target)
        try paint(pass.elements, region, on: canvas, of: target, &traffic)
        try show(missing, of: canvas, on: target, &traffic)
    }

    /// Draws a frame into the display's memory; false, with nothing drawn, if elements do not cover all of it.
    private func drawDirectly(
        _ pass: RenderPass, _ region: Region<OutputSpace>, on frame: GBMBuffer, _ canvas: TargetTexture,
        _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) -> Bool {
        let visible = VisibleElements(pass.elements, within: region.reinterpreted())
        guard visible.uncovered.isEmpty else { return false }
        try paint(visible, on: frame.texture(for: pass.target), &traffic)
        try makeHole(of: pass.target, in: frame, &traffic)
        canvas.drew(region, in: frame.texture)
        pass.target.drew(inMemory: Region(), directly: region)
        return true
    }

    /// Draws the hole where the display's memory lacks it: the elements in front of the plane behind, and nothing else.
    private func makeHole(
        of target: RenderTarget, in frame: GBMBuffer, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) {
        guard let hole = target.hole else { return }
        let texture = frame.texture(for: target)
        let lacking: Region<ContentSpace> = target.lackingHole.reinterpreted()
        if !lacking.isEmpty {
            try texture.bindAsTarget()
            brushes.clear(lacking)
            let front = [hole.front].compactMap(\.self)
            try paint(VisibleElements(front, within: lacking), on: texture, &traffic)
        }
        // The driver does not know that another texture shares this memory.
        context.flush()
    }

    /// Ends a pass, and makes a fence for a display that shows the device's memory.
    func finish(_ pass: RenderPass) {
        guard let fences, pass.target.scanout?.graphics(in: context) != nil else { return }
        pass.target.completion = fences.fence(in: context)
    }

    /// Copies all of a target's last frame into ordinary memory; false if the device lacks a part of it.
    func read(_ target: RenderTarget, _ traffic: inout MemoryTraffic) throws(GraphicsError) -> Bool {
        let missing = Region(target.size.bounds).subtracting(target.current)
        if missing.isEmpty { return true }
        guard let memory = target.keepMemory() else { return false }
        let canvas = TargetTexture.of(target, in: context)
        if let shared = canvas.shared {
            let drawn = canvas.drawn.union(target.covered)
            try copy(missing.subtracting(drawn), from: shared, to: canvas, of: target)
        }
        try paintCovered(missing, on: canvas, of: target, &traffic)
        guard missing.subtracting(canvas.drawn).isEmpty else { return false }
        try copy(missing, of: canvas, to: memory, &traffic)
        target.readBack(missing)
        return true
    }

    /// Allocates black memory for a display; nil if the device cannot make it.
    func allocate(_ size: Size<BufferSpace>, _ format: ScanoutFormat, modifiers: Set<UInt64>) -> GBMBuffer? {
        guard let device = context.device, context.fits(size),
            let buffer = GBMBuffer(size, format, modifiers: modifiers, on: device, in: context)
        else { return nil }
        do throws(GraphicsError) {
            try buffer.texture.bindAsTarget()
        } catch {
            return nil
        }
        brushes.fill(Region(size.reinterpreted(as: ContentSpace.self).bounds), with: .black, on: buffer.texture)
        return buffer
    }

    /// Whether a dmabuf can be drawn without a copy.
    func samples(_ dmabuf: DMABuf, size: Size<BufferSpace>) -> Bool {
        guard let picture = sources.imported(dmabuf, size: size) else { return false }
        do throws(GraphicsError) {
            try brushes.prepare(picture.source)
            return true
        } catch {
            return false
        }
    }

    /// Draws a part of a picture into a client's memory; false if the device cannot.
    func fill(
        _ dmabuf: DMABuf, size: Size<BufferSpace>, with picture: any Buffer, from corner: Point<ContentSpace>,
        _ traffic: inout MemoryTraffic
    ) -> Bool {
        guard case .colors(let texture)? = sources.imported(dmabuf, size: size) else { return false }
        let place = Rect<ContentSpace>(
            x: -Int(corner.x), y: -Int(corner.y), width: picture.size.width, height: picture.size.height)
        let target = Region(size.reinterpreted(as: ContentSpace.self).bounds)
        do throws(GraphicsError) {
            try paint(
                VisibleElements([SceneElement(whole: picture, at: place)], within: target), on: texture, &traffic)
            return true
        } catch {
            return false
        }
    }

    /// Frees the textures of buffers that have gone.
    func tidyUp() {
        sources.dropGone()
    }

    private func paint(
        _ elements: [SceneElement], _ region: Region<OutputSpace>, on canvas: TargetTexture, of target: RenderTarget,
        _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) {
        let visible = VisibleElements(elements, within: region.reinterpreted())
        canvas.fill(visible.uncovered.reinterpreted(), from: target, &traffic)
        try paint(visible, on: canvas.texture, &traffic)
        canvas.drew(region)
    }

    private func paint(
        _ visible: VisibleElements, on target: Texture, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) {
        for part in visible.parts {
            traffic.count(.drawn, read: part.bytesRead, written: part.region.area * 4)
            if let color = part.element.color {
                try target.bindAsTarget()
                brushes.fill(part.region, with: color, on: target)
            } else if let (picture, source) = try source(of: part.element, part.region, &traffic) {
                try target.bindAsTarget()
                try brushes.draw(picture, of: source, within: part.region, on: target)
            }
        }
    }

    /// Copies pixels of the frame in the display's memory to the canvas's own texture.
    private func copy(
        _ region: Region<OutputSpace>, from shared: Texture, to canvas: TargetTexture, of target: RenderTarget
    ) throws(GraphicsError) {
        try canvas.texture.bindAsTarget()
        let frame = SceneElement(FrameSource(target, elements: []), at: target.size.bounds)
        try brushes.draw(frame, of: .colors(shared), within: region.reinterpreted(), on: canvas.texture)
        canvas.copied(region)
    }

    /// The texture to draw a part of an element from, and the element adapted to that texture; nil if its pixels are gone.
    private func source(
        of element: SceneElement, _ region: Region<ContentSpace>, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) -> (SceneElement, SampledPicture)? {
        var element = element
        if let frame = element.source as? FrameSource {
            let elements = frame.target.shownElements
            if elements.count == 1, let shown = elements.first, shown.isAll(of: frame.target) {
                element.source = shown.source
            } else {
                let pixels = element.sourcePixels(under: region)
                return (element, .colors(try self.frame(frame.target, pixels, &traffic)))
            }
        }
        guard let place = ElementPlacement(element) else { return nil }
        let shading = ElementShading(element, place, isReplacing: false)
        let pixels = region.mapRects { shading.sourcePixels(of: $0) }
        return sources.picture(of: element.source, pixels, &traffic).map { (element, $0) }
    }

    /// The frame of another target, complete within the needed pixels.
    private func frame(
        _ target: RenderTarget, _ needed: Region<OutputSpace>, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) -> Texture {
        let canvas = TargetTexture.of(target, in: context)
        let covered = needed.intersection(target.covered)
        if let shared = canvas.shared {
            if covered.isEmpty { return shared }
            let drawn = canvas.drawn.union(target.covered)
            try copy(needed.subtracting(drawn), from: shared, to: canvas, of: target)
        } else {
            canvas.fill(needed.subtracting(covered), from: target, &traffic)
        }
        try paintCovered(needed, on: canvas, of: target, &traffic)
        return canvas.texture
    }

    /// Draws the elements that planes show of a target's frame, within a region, on the canvas.
    private func paintCovered(
        _ region: Region<OutputSpace>, on canvas: TargetTexture, of target: RenderTarget, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) {
        let covered = region.intersection(target.covered)
        if covered.isEmpty { return }
        let visible = VisibleElements(target.coveringElements, within: covered.reinterpreted())
        try paint(visible, on: canvas.texture, &traffic)
        canvas.copied(covered)
    }

    /// Copies pixels from a canvas to the memory that the target's display shows.
    private func show(
        _ region: Region<OutputSpace>, of canvas: TargetTexture, on target: RenderTarget, _ traffic: inout MemoryTraffic
    ) throws(GraphicsError) {
        guard let scanout = target.scanout else {
            if let memory = target.memory { try copy(region, of: canvas, to: memory, &traffic) }
            return target.drew(inMemory: region, directly: Region())
        }
        if let frame = scanout.graphics(in: context) {
            try turn(region, of: canvas, of: target, to: frame, scanout.transform)
            return try makeHole(of: target, in: frame, &traffic)
        }
        guard let display = DisplayAccess(scanout) else { return }
        defer { display.end() }
        if display.isDrawable, target.hole == nil {
            try canvas.texture.read(region.reinterpreted(), to: display.firstRow, stride: display.stride)
            traffic.count(.readBack, read: region.area * 4, written: region.area * 4)
            return target.drew(inMemory: Region(), directly: region)
        }
        guard let memory = target.keepMemory() else { return }
        let missing = region.union(target.skipped.subtracting(target.covered))
        try copy(missing, of: canvas, to: memory, &traffic)
        if target.hole != nil { PixelPlane(memory).makeOpaque(region) }
        display.copy(of: memory).show(region)
        traffic.count(.copied, read: region.area * 4, written: region.area * 4)
        display.makeHole(of: target, &traffic)
        target.drew(inMemory: missing, directly: Region())
    }

    /// Draws pixels of a canvas into the display's memory, turned as the display is.
    private func turn(
        _ region: Region<OutputSpace>, of canvas: TargetTexture, of target: RenderTarget, to frame: GBMBuffer,
        _ transform: Transform
    ) throws(GraphicsError) {
        let texture = frame.texture(for: target)
        try texture.bindAsTarget()
        var element = SceneElement(
            whole: FrameSource(target, elements: []), at: frame.size.reinterpreted(as: ContentSpace.self).bounds)
        // An element's transform is undone when it is drawn, so the inverse turns the viewer's picture.
        element.transform = transform.inverse
        let turned: Region<ContentSpace> = region.mapRects { transform.apply(to: $0, within: target.size) }
        element.crop = SourceBox(whole: frame.size)
        try brushes.draw(element, of: .colors(canvas.texture), within: turned, on: texture)
        target.drew(inMemory: Region(), directly: region)
    }

    private func copy(
        _ region: Region<OutputSpace>, of canvas: TargetTexture, to memory: MemoryBuffer, _ traffic: inout MemoryTraffic
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

extension RenderTarget.Scanout {
    /// The display's memory as a texture of the context; nil if the processor has to fill it.
    fileprivate func graphics(in context: GraphicsContext) -> GBMBuffer? {
        guard let frame = buffer.graphics as? GBMBuffer, frame.texture.belongs(to: context) else { return nil }
        return frame
    }
}
