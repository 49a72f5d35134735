/// The globals that do not depend on a shell or a seat.
final class CoreGlobals {
    let output: OutputGlobal
    private let xdgOutput: XDGOutputManager
    private let fractionalScale: FractionalScaleManager
    private var bufferCheck: ShmBufferCheck?
    private var announced: [AnyGlobal] = []

    init(layout: OutputLayout) {
        output = OutputGlobal(layout: layout)
        xdgOutput = XDGOutputManager(layout: layout)
        fractionalScale = FractionalScaleManager(layout: layout)
        output.onChange = { [xdgOutput] in xdgOutput.screenChanged() }
    }

    /// Announces them; `observer` is told of all surfaces.
    func announce(on display: WaylandDisplay, observer: any SurfaceObserver) throws(WaylandError) {
        try SharedMemory.announce(on: display)
        bufferCheck = ShmBufferCheck(display)
        let factory = SurfaceFactory(observer: observer)
        let subcompositor = Subcompositor()
        let viewporter = Viewporter()
        let presentation = PresentationTime()
        let singlePixels = SinglePixelBufferManager()
        announced = [
            try Global<WlCompositor>(display, version: 5) { _ in factory },
            try Global<WlSubcompositor>(display, version: 1) { _ in subcompositor },
            try Global<WlOutput>(display, version: 4) { [output] resource in
                output.bound(resource)
                return output
            },
            try Global<ZxdgOutputManagerV1>(display, version: 3) { [xdgOutput] _ in xdgOutput },
            try Global<WpFractionalScaleManagerV1>(display, version: 1) { [fractionalScale] _ in fractionalScale },
            try Global<WpViewporter>(display, version: 1) { _ in viewporter },
            try Global<WpPresentation>(display, version: 1) { resource in
                presentation.bound(resource)
                return presentation
            },
            try Global<WpSinglePixelBufferManagerV1>(display, version: 1) { _ in singlePixels },
        ]
    }
}
