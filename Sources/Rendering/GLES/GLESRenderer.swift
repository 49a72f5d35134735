package import Geometry
package import Logging
package import Mirroring

/// The renderer on the graphics hardware, through OpenGL ES 3.
///
/// Frames are drawn to textures and stay there for elements that show them scaled. If the context is lost, or anything is too large for the
/// device, the processor's renderer takes over from that frame on.
package final class GLESRenderer: RendererPort {
    private let source: GraphicsSource
    private let fallback: PixmanRenderer
    private let logger: Logger
    /// Nil while the context is lost.
    private var painter: PassPainter?
    /// Why the processor draws; nil while the device draws.
    private var lossReason: String?
    private var drawnTraffic = MemoryTraffic()
    /// The number of turns until the next attempt to open a context.
    private var turnsToRetry = 0

    /// Draws with the context that `source` opens; passes that it cannot draw go to `fallback`.
    package convenience init(
        _ source: GraphicsSource, fallback: PixmanRenderer, logger: Logger
    ) throws(GraphicsError) {
        try self.init(source, source.open(), fallback, logger)
    }

    /// Draws with the context that `source` opens if that is hardware; nil, before any shader is built, if the processor would draw.
    package convenience init?(
        ifHardware source: GraphicsSource, fallback: PixmanRenderer, logger: Logger
    ) throws(GraphicsError) {
        let context = try source.open()
        if context.isSoftware { return nil }
        try self.init(source, context, fallback, logger)
    }

    private init(
        _ source: GraphicsSource, _ context: GraphicsContext, _ fallback: PixmanRenderer, _ logger: Logger
    ) throws(GraphicsError) {
        self.source = source
        self.fallback = fallback
        self.logger = logger
        painter = try PassPainter(context)
    }

    package var name: String { painter == nil ? fallback.name : "gles" }

    package var remark: String? { painter?.context.deviceName ?? lossReason }

    package var snapshotPath: SnapshotPath { painter == nil ? .cpu : .gpu }

    package var traffic: MemoryTraffic { drawnTraffic.adding(fallback.traffic) }

    package var converter: (any PlanarConverter)? { fallback.converter }

    package func submit(_ passes: [RenderPass]) {
        guard let painter = beginning() else { return fallback.submit(passes) }
        for (index, pass) in passes.enumerated() {
            guard painter.canDraw(pass) else {
                drawByProcessor(pass)
                continue
            }
            do throws(GraphicsError) {
                try painter.draw(pass, &drawnTraffic)
                if !painter.context.end() { throw .missing("the memory or the context to draw with") }
                painter.finish(pass)
            } catch {
                lost(error)
                return fallback.submit(Array(passes[index...]))
            }
        }
        painter.tidyUp()
        // Displays wait only for work that has been submitted to the device.
        painter.context.flush()
    }

    /// Returns all of the damage: comparing would cost more than drawing.
    package func changes(of pass: RenderPass) -> Region<OutputSpace> {
        painter == nil ? fallback.changes(of: pass) : pass.damage.intersection(pass.target.size.bounds)
    }

    package func read(_ target: RenderTarget) -> (any Buffer)? {
        if let painter = beginning() {
            do throws(GraphicsError) {
                if try painter.read(target, &drawnTraffic), painter.context.end() { return target.memory }
            } catch {
                lost(error)
            }
        }
        return fallback.read(target)
    }

    package func cursor(
        named name: String, scale: Scale
    ) -> (source: any Buffer, hotspot: Point<ContentSpace>) {
        fallback.cursor(named: name, scale: scale)
    }

    /// Draws with the processor until a new context can be opened.
    func lost(_ error: GraphicsError) {
        painter?.context.isLost = true
        painter = nil
        lossReason = "\(error)"
        turnsToRetry = Self.retryTurns
        logger.warning("drawing with the processor", metadata: ["reason": "\(error)"])
    }

    /// Draws one pass with the processor while the device draws the others.
    private func drawByProcessor(_ pass: RenderPass) {
        fallback.submit([pass])
        (pass.target.attachment as? TargetTexture)?.forget(Region(pass.target.size.bounds))
    }

    /// The painter, with its context current; nil if the processor has to draw.
    private func beginning() -> PassPainter? {
        if let painter {
            if painter.context.begin() { return painter }
            lost(.missing("its context, which is lost"))
            return nil
        }
        turnsToRetry -= 1
        guard turnsToRetry <= 0 else { return nil }
        turnsToRetry = Self.retryTurns
        painter = try? PassPainter(source.open())
        if let painter { logger.notice("drawing with \(painter.context.deviceName) again") }
        return painter
    }

    /// A few seconds at the usual rate.
    private static let retryTurns = 300
}

extension GLESRenderer: GraphicsAllocator {
    package func allocate(
        _ size: Size<BufferSpace>, _ format: ScanoutFormat, modifiers: Set<UInt64>
    ) -> (any GraphicsBuffer)? {
        guard let painter = beginning() else { return nil }
        let buffer = painter.allocate(size, format, modifiers: modifiers)
        // A display may show the buffer before anything else is drawn.
        painter.context.flush()
        return painter.context.end() ? buffer : nil
    }
}

extension GLESRenderer: DMABufSampler {
    package var sampledLayouts: [PixelLayout] { painter?.layouts ?? [] }

    package func samples(_ dmabuf: DMABuf, size: Size<BufferSpace>) -> Bool {
        guard let painter = beginning() else { return false }
        let isTaken = painter.samples(dmabuf, size: size)
        // A refused import does not mean that the context is lost.
        _ = painter.context.end()
        return isTaken
    }

    package func fill(
        _ dmabuf: DMABuf, size: Size<BufferSpace>, with picture: any Buffer, from corner: Point<ContentSpace>
    ) -> Bool {
        guard let painter = beginning(), painter.context.fits(picture.size) else { return false }
        let isFilled = painter.fill(dmabuf, size: size, with: picture, from: corner, &drawnTraffic)
        painter.context.flush()
        return painter.context.end() && isFilled
    }
}

extension GLESRenderer {
    /// The most texture reads for one pixel of an element; 0 for an element that is not drawn.
    package static func taps(for element: SceneElement) -> Int {
        guard let place = ElementPlacement(element) else { return 0 }
        if place.unscaledOrigin != nil { return 1 }
        let taps = ElementShading(element, place, isReplacing: true).taps
        return taps.across * taps.down
    }
}

/// The source of a graphics context.
package enum GraphicsSource {
    /// No device: Mesa's renderer on the processor.
    case processor
    /// The device with this file, such as `/dev/dri/renderD128`.
    case device(path: String)

    func open() throws(GraphicsError) -> GraphicsContext {
        switch self {
        case .processor: try GraphicsContext()
        case .device(let path): try GraphicsContext(on: GBMDevice(path: path))
        }
    }
}
