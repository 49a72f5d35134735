import WaylandBinding

/// The globals that depend on neither a shell nor a seat.
final class CoreGlobals {
    private let screen: ScreenGlobals
    private let tools: ScreenGlobals
    private var bufferCheck: ShmBufferCheck?
    private var announced: [AnyGlobal] = []

    /// `tools` is the screen that tools see.
    init(layout: OutputLayout, tools: ScreenGlobals) {
        screen = ScreenGlobals(layout: layout)
        self.tools = tools
    }

    /// The output as applications see it, and as tools do.
    var outputs: [OutputGlobal] { [screen.output, tools.output] }

    /// The client's `wl_output` resources.
    func outputs(of client: Client) -> [Resource<WlOutput>] {
        Self.choose(client, screen, tools).output.resources(of: client)
    }

    private static func choose(_ client: Client, _ screen: ScreenGlobals, _ tools: ScreenGlobals) -> ScreenGlobals {
        client.privilege == .tool ? tools : screen
    }

    /// Announces the globals; `observer` is called for all surfaces.
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
            try Global<WlOutput>(display, version: 4) { [screen, tools] resource in
                let output = Self.choose(resource.client, screen, tools).output
                output.bound(resource)
                return output
            },
            try Global<ZxdgOutputManagerV1>(display, version: 3) { [screen, tools] in
                Self.choose($0.client, screen, tools).xdgOutput
            },
            try Global<WpFractionalScaleManagerV1>(display, version: 1) { [screen, tools] in
                Self.choose($0.client, screen, tools).fractionalScale
            },
            try Global<WpViewporter>(display, version: 1) { _ in viewporter },
            try Global<WpPresentation>(display, version: 1) { resource in
                presentation.bound(resource)
                return presentation
            },
            try Global<WpSinglePixelBufferManagerV1>(display, version: 1) { _ in singlePixels },
        ]
    }
}
