import Runtime
import WaylandBinding

/// The globals that depend on neither a shell nor a seat.
final class CoreGlobals {
    private let screen: OutputGlobal
    private let tools: ToolOutputs
    /// The output of the external beside the panel's, where applications see two; nil while there is one.
    var external: AnnouncedOutput?
    private var bufferCheck: ShmBufferCheck?
    private var announced: [AnyGlobal] = []

    /// `tools` are the outputs that tools see.
    init(layout: OutputLayout, tools: ToolOutputs) {
        screen = OutputGlobal(layout: layout)
        self.tools = tools
    }

    /// The outputs that never go: the one of applications, then the one of tools.
    var outputs: [OutputGlobal] { [screen, tools.main] }

    /// The output with the main screen as the client sees it.
    func output(for client: Client) -> OutputGlobal {
        client.privilege == .tool ? tools.main : external?.output ?? screen
    }

    /// The output of the panel, where applications see two.
    func panelOutput(for client: Client) -> OutputGlobal {
        client.privilege == .tool ? tools.other(screen.id) ?? tools.main : screen
    }

    /// The output that the client sees as long as the service runs.
    func lastingOutput(for client: Client) -> OutputGlobal { client.privilege == .tool ? tools.main : screen }

    /// The output of applications that never goes.
    var lastingOutput: OutputGlobal { screen }

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
