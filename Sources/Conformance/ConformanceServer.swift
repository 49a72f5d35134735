import Compositor
import CWayland
import CWLCS
import Geometry
import Glibc
import Logging
import Mirroring
import Rendering
import Runtime
import Virtual
import Wayland
import WaylandBinding

/// The compositor core for the conformance suite: real client sockets and virtual hardware, on the suite's thread.
final class ConformanceServer {
    let extensions: SupportedExtensions
    private let display: WaylandDisplay
    private let content: WaylandContent
    private let input: VirtualInput
    private let compositor: Compositor
    /// Clients by the suite's end of their socket.
    private var clients: [CInt: ClientConnection] = [:]
    private var runnerSource: DescriptorSource?
    private var touchSlots: Int32 = 0
    /// Receives touches from any thread.
    private(set) var touches: TouchRelay?

    /// The screen is large enough for every window that the suite positions.
    private static let screen = Size<PanelSpace>(width: 1920, height: 1080)

    static func make() -> ConformanceServer? {
        try? ConformanceServer()
    }

    private init() throws {
        let loop = try EventLoop()
        display = try WaylandDisplay(loop: loop)
        let displays = try VirtualDisplays(time: loop, panelSize: Self.screen.reinterpreted())
        input = VirtualInput(time: loop, panel: PanelGeometry(size: Self.screen))
        content = try WaylandContent(display: display, keyboard: KeyboardConfiguration(), layout: .floating)
        compositor = Compositor(
            ports: CompositorPorts(
                display: displays, content: content, renderer: try Self.renderer(), input: input, loop: loop,
                session: NoSession()),
            configuration: Configuration())
        extensions = SupportedExtensions(display.announcedGlobals + [("wl_shm", 1)])
        touches = TouchRelay(loop: loop) { [weak self] in self?.perform($0) }
        compositor.start()
    }

    /// The renderer that the variable KAGAMI_RENDERER names, `pixman` or `gles`.
    private static func renderer() throws -> any RendererPort {
        guard getenv("KAGAMI_RENDERER").map({ String(cString: $0) }) == "gles" else { return PixmanRenderer() }
        return try GLESRenderer(.processor, fallback: PixmanRenderer(), logger: Logger(label: "kagami.conformance"))
    }

    /// Runs until `stop`. The service's loop dispatches the runner's loop.
    func run(dispatching runner: OpaquePointer) {
        runnerSource = try? display.loop.watch(wl_event_loop_get_fd(runner)) { _ in
            wl_event_loop_dispatch(runner, 0)
        }
        display.loop.run()
    }

    func stop() {
        display.loop.stop()
    }

    /// Makes a connection and returns the client's end, or -1 on failure.
    func makeClientSocket() -> CInt {
        guard let ends = try? SocketPair.make(),
            let connection = display.connect(descriptor: ends.ours, privilege: .tool)
        else { return -1 }
        clients[ends.theirs] = connection
        return ends.theirs
    }

    /// Moves the window of a client's surface; both are the client library's objects.
    func positionWindow(of surface: OpaquePointer, client: OpaquePointer, x: CInt, y: CInt) {
        guard let connection = clients[wl_display_get_fd(client)] else { return }
        content.place(
            windowOf: wl_proxy_get_id(surface), from: connection, at: Point(x: Double(x), y: Double(y)))
    }
}

// MARK: Devices

extension ConformanceServer {
    func pointerMove(to point: Point<PanelSpace>) {
        try? input.pointerMove(to: point)
    }

    func pointerMove(dx: Double, dy: Double) {
        try? input.pointerMove(dx: dx, dy: dy)
    }

    func pointerButton(_ code: CInt, pressed: Bool) {
        try? input.pointerButton(UInt32(code), pressed: pressed)
    }

    func nextTouchSlot() -> Int32 {
        touchSlots += 1
        return touchSlots - 1
    }

    private func perform(_ command: TouchMessage) {
        switch TouchMessage.Kind(rawValue: command.kind) {
        case .down: try? input.touchDown(slot: command.slot, at: command.point)
        case .motion: try? input.touchMotion(slot: command.slot, to: command.point)
        case .up: try? input.touchUp(slot: command.slot)
        case nil: return
        }
        input.touchFrame()
    }
}
