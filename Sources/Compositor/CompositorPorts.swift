import Mirroring

/// The outside world as the compositor knows it.
package struct CompositorPorts {
    package var display: any DisplayPort
    package var content: any ContentPort
    /// The panel application's; nil where the service has none.
    package var application: (any ContentPort)?
    package var renderer: any RendererPort
    package var input: any InputPort
    package var loop: any LoopPort
    package var session: any SessionPort

    package init(
        display: any DisplayPort, content: any ContentPort, renderer: any RendererPort, input: any InputPort,
        loop: any LoopPort, session: any SessionPort, application: (any ContentPort)? = nil
    ) {
        self.display = display
        self.content = content
        self.renderer = renderer
        self.input = input
        self.loop = loop
        self.session = session
        self.application = application
    }
}
