import Runtime
import WaylandBinding

/// The globals that depend on neither a shell nor a seat.
final class CoreGlobals {
    private let screen: OutputGlobal
    private let tools: OutputGlobal
    private var bufferCheck: ShmBufferCheck?
    private var announced: [AnyGlobal] = []

    /// `tools` is the output that tools see.
    init(layout: OutputLayout, tools: OutputGlobal) {
        screen = OutputGlobal(layout: layout)
        self.tools = tools
    }

    /// The output as applications see it, then the output as tools see it.
    var outputs: [OutputGlobal] { [screen, tools] }

    /// The client's `wl_output` resources.
    func outputs(of client: Client) -> [Resource<WlOutput>] {
        output(for: client).resources(of: client)
    }

    /// The output as the client sees it.
    func output(for client: Client) -> OutputGlobal { client.privilege == .tool ? tools : screen }

    /// Announces the globals; `observer` is called for all surfaces.
    func announce(on display: WaylandDisplay, observer: any SurfaceObserver) throws(RuntimeError) {
        try SharedMemory.announce(on: display)
        bufferCheck = ShmBufferCheck(display)
        let factory = SurfaceFactory(observer: observer)
        let subcompositor = Subcompositor()
        announced = [
            try Global<WlCompositor>(display, version: 5) { _ in factory },
            try Global<WlSubcompositor>(display, version: 1) { _ in subcompositor },
            try OutputGlobal.announce(screen, on: display, audience: .applications),
        ]
    }
}
