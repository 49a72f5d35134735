import Geometry
import Mirroring
import Runtime
import WaylandBinding

/// One `zwlr_virtual_pointer_v1`. Its events are delivered on `frame`, to the application with the keyboard.
final class VirtualPointer: ToolDevice {
    private enum Action {
        case move(dx: Double, dy: Double)
        /// The position as fractions of the screen, from 0 to 1.
        case moveTo(x: Double, y: Double)
        case button(UInt32, pressed: Bool)
    }

    /// The limit of actions in a frame; a longer frame is delivered in parts, to bound the memory of a client.
    private static let longestFrame = 1024

    private weak var place: ToolPlace?
    /// The output on which positions lie; nil for the application's.
    private weak var output: OutputGlobal?
    private var actions: [(Action, Timestamp)] = []
    private var scroll = VirtualScroll()
    private var lastTime = Timestamp(microseconds: 0)
    /// The pressed buttons.
    private var held: [UInt32] = []
    /// True if the device has moved the pointer of the application that it acts on.
    private var hasMoved = false

    init(_ place: ToolPlace, _ output: OutputGlobal?) {
        self.place = place
        self.output = output
    }

    /// Releases all buttons: the device was destroyed.
    func unplug() {
        actions = held.map { (.button($0, pressed: false), lastTime) }
        scroll = VirtualScroll()
        if !actions.isEmpty { finishFrame() }
    }

    /// Releases all buttons, drops the rest of the frame, and takes the pointer away from the application.
    func letGo() {
        unplug()
        guard hasMoved else { return }
        hasMoved = false
        place?.current?.deliver(.pointerLeave)
        place?.current?.deliver(.pointerFrame)
    }

    private func add(_ action: Action, _ time: UInt32) {
        lastTime = Timestamp(waylandMilliseconds: time)
        actions.append((action, lastTime))
        if actions.count >= Self.longestFrame { finishFrame() }
    }

    private func finishFrame() {
        let actions = actions
        self.actions = []
        for (action, time) in actions { perform(action, time) }
        if let axis = scroll.take() { place?.current?.deliver(.pointerAxis(axis, lastTime)) }
        place?.current?.deliver(.pointerFrame)
    }

    private func perform(_ action: Action, _ time: Timestamp) {
        guard let content = place?.current, let seat = place?.seat else { return }
        let screen = content.output.screen
        switch action {
        case .move(let dx, let dy):
            let start = seat.pointer.position ?? content.output.bounds.center
            let point = screen.scale.physical(Point<LogicalSpace>(x: start.x + dx, y: start.y + dy))
            let relative = RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy)
            hasMoved = true
            content.deliver(.pointerMotion(screen.size.clamp(point), relative: relative, time))
        case .moveTo(let x, let y):
            let (x, y) = fractions(x, y, of: content)
            let point = Point<ContentSpace>(x: x * Double(screen.size.width), y: y * Double(screen.size.height))
            hasMoved = true
            content.deliver(.pointerMotion(screen.size.clamp(point), relative: nil, time))
        case .button(let code, let pressed):
            if pressed == held.contains(code) { return }
            if pressed { held.append(code) } else { held.removeAll { $0 == code } }
            content.deliver(.pointerButton(code, pressed: pressed, time))
        }
    }

    /// What fractions of the output's display are as fractions of the application's screen, which the display may show in a part.
    private func fractions(_ x: Double, _ y: Double, of content: WaylandContent) -> (Double, Double) {
        guard let place, let output, content === place.contents.first,
            let part = place.outputs.contentPlace(on: output), !part.isEmpty
        else { return (x, y) }
        let size = output.layout.screen.size
        return (
            (x * Double(size.width) - Double(part.x)) / Double(part.width),
            (y * Double(size.height) - Double(part.y)) / Double(part.height)
        )
    }

    /// The axis; nil after a protocol error.
    private func checked(_ axis: UInt32, _ resource: Resource<ZwlrVirtualPointerV1>) -> WlPointer.Axis? {
        let known = WlPointer.Axis(rawValue: axis)
        if known == nil { resource.post(ZwlrVirtualPointerV1.ErrorCode.invalidAxis, "\(axis) is not an axis") }
        return known
    }
}

extension VirtualPointer: ZwlrVirtualPointerV1Requests {
    func motion(_ resource: Resource<ZwlrVirtualPointerV1>, time: UInt32, dx: Double, dy: Double) {
        add(.move(dx: dx, dy: dy), time)
    }

    func motionAbsolute(
        _ resource: Resource<ZwlrVirtualPointerV1>, time: UInt32, x: UInt32, y: UInt32, xExtent: UInt32,
        yExtent: UInt32
    ) {
        guard xExtent > 0, yExtent > 0 else { return }
        add(.moveTo(x: Double(x) / Double(xExtent), y: Double(y) / Double(yExtent)), time)
    }

    func button(_ resource: Resource<ZwlrVirtualPointerV1>, time: UInt32, button: UInt32, state: UInt32) {
        guard let state = WlPointer.ButtonState(rawValue: state) else { return }
        add(.button(button, pressed: state == .pressed), time)
    }

    func axis(_ resource: Resource<ZwlrVirtualPointerV1>, time: UInt32, axis: UInt32, value: Double) {
        guard let axis = checked(axis, resource) else { return }
        lastTime = Timestamp(waylandMilliseconds: time)
        scroll.add(value, on: axis)
    }

    func frame(_ resource: Resource<ZwlrVirtualPointerV1>) {
        finishFrame()
    }

    func axisSource(_ resource: Resource<ZwlrVirtualPointerV1>, axisSource: UInt32) {
        guard let source = WlPointer.AxisSource(rawValue: axisSource) else {
            return resource.post(
                ZwlrVirtualPointerV1.ErrorCode.invalidAxisSource, "\(axisSource) is not an axis source")
        }
        scroll.source = source
    }

    func axisStop(_ resource: Resource<ZwlrVirtualPointerV1>, time: UInt32, axis: UInt32) {
        guard let axis = checked(axis, resource) else { return }
        lastTime = Timestamp(waylandMilliseconds: time)
        scroll.stop(axis)
    }

    func axisDiscrete(
        _ resource: Resource<ZwlrVirtualPointerV1>, time: UInt32, axis: UInt32, value: Double, discrete: Int32
    ) {
        guard let axis = checked(axis, resource) else { return }
        lastTime = Timestamp(waylandMilliseconds: time)
        scroll.add(value, on: axis, clicks: Int(discrete))
    }
}

extension Size<ContentSpace> {
    /// The point, moved as little as possible to lie on one of the pixels.
    fileprivate func clamp(_ point: Point<ContentSpace>) -> Point<ContentSpace> {
        Point(x: max(0, min(point.x, Double(width - 1))), y: max(0, min(point.y, Double(height - 1))))
    }
}

extension Rect<LogicalSpace> {
    fileprivate var center: Point<LogicalSpace> {
        Point(x: Double(x) + Double(width) / 2, y: Double(y) + Double(height) / 2)
    }
}

extension Timestamp {
    /// Converts 32-bit milliseconds, whose origin only the client knows.
    init(waylandMilliseconds: UInt32) {
        self.init(microseconds: Int64(waylandMilliseconds) * 1000)
    }
}

/// One client's `zwlr_virtual_pointer_manager_v1`: virtual pointers for tools. The seat argument is ignored: there is one.
final class VirtualPointers: ZwlrVirtualPointerManagerV1Requests {
    private weak var place: ToolPlace?

    private init(_ place: ToolPlace?) {
        self.place = place
    }

    static func announce(_ display: WaylandDisplay, place: ToolPlace) throws(RuntimeError) -> AnyGlobal {
        try Global<ZwlrVirtualPointerManagerV1>(display, version: 2, audience: .tools) { [weak place] _ in
            VirtualPointers(place)
        }
    }

    func createVirtualPointer(
        _ resource: Resource<ZwlrVirtualPointerManagerV1>, seat: Resource<WlSeat>?,
        id: NewResource<ZwlrVirtualPointerV1>
    ) {
        create(id, nil)
    }

    func createVirtualPointerWithOutput(
        _ resource: Resource<ZwlrVirtualPointerManagerV1>, seat: Resource<WlSeat>?, output: Resource<WlOutput>?,
        id: NewResource<ZwlrVirtualPointerV1>
    ) {
        create(id, output.flatMap(OutputGlobal.of))
    }

    private func create(_ id: NewResource<ZwlrVirtualPointerV1>, _ output: OutputGlobal?) {
        let object = id.createInert()
        guard object.isAlive, let place else { return }
        let pointer = VirtualPointer(place, output)
        place.add(pointer)
        object.handler = pointer
        object.onDestroy { pointer.unplug() }
    }
}

/// The scrolling of one frame of a virtual pointer.
struct VirtualScroll: Hashable {
    var source: WlPointer.AxisSource = .wheel
    private var axis = PointerAxis(source: .wheel)
    private var isEmpty = true

    mutating func add(_ value: Double, on direction: WlPointer.Axis, clicks: Int = 0) {
        isEmpty = false
        switch direction {
        case .verticalScroll:
            axis.dy += value
            axis.clicks120Y = axis.clicks120Y &+ clicks &* 120
        case .horizontalScroll:
            axis.dx += value
            axis.clicks120X = axis.clicks120X &+ clicks &* 120
        }
    }

    mutating func stop(_ direction: WlPointer.Axis) {
        isEmpty = false
        switch direction {
        case .verticalScroll: axis.stopsY = true
        case .horizontalScroll: axis.stopsX = true
        }
    }

    /// Takes the frame's scrolling; nil when there was none.
    mutating func take() -> PointerAxis? {
        defer { self = VirtualScroll() }
        if isEmpty { return nil }
        var result = axis
        switch source {
        case .wheel, .wheelTilt: result.source = .wheel
        case .finger: result.source = .finger
        case .continuous: result.source = .continuous
        }
        return result
    }
}
