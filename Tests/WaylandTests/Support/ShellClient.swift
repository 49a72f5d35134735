import Geometry
import Mirroring
import WaylandBinding

@testable import Wayland

/// A client that makes windows and listens to the seat.
final class ShellClient {
    /// A surface with its shell objects, by their numbers.
    struct Window {
        var surface: UInt32
        var shell: UInt32
        /// The toplevel or popup.
        var role: UInt32
    }

    let surfaces: SurfaceClient
    let base: UInt32
    let seat: UInt32
    let pointer: UInt32
    let keyboard: UInt32
    let touch: UInt32

    /// The two protocols number their requests and events alike.
    enum Dialect: String, CaseIterable {
        case stable = "xdg_wm_base"
        case v6 = "zxdg_shell_v6"
    }

    private let dialect: Dialect

    init(
        _ server: TestServer, _ dialect: Dialect = .stable, seatVersion: UInt32 = 8,
        privilege: ClientPrivilege = .application
    ) {
        self.dialect = dialect
        surfaces = SurfaceClient(server, privilege: privilege)
        base = surfaces.wire.bind(dialect.rawValue)
        seat = surfaces.wire.bind("wl_seat", version: seatVersion)
        pointer = surfaces.wire.create(seat, 0)
        keyboard = surfaces.wire.create(seat, 1)
        touch = surfaces.wire.create(seat, 2)
        wire.roundTrip()
    }

    var wire: WireClient { surfaces.wire }

    /// A surface with an `xdg_surface` and no role yet.
    func makeShellSurface() -> Window {
        let surface = surfaces.makeSurface()
        return Window(surface: surface, shell: wire.create(base, 2, [.uint(surface)]), role: 0)
    }

    /// A toplevel that has not been committed yet.
    func makeToplevel(parent: Window? = nil) -> Window {
        var window = makeShellSurface()
        window.role = wire.create(window.shell, 1)
        if let parent { wire.send(window.role, 1, [.uint(parent.role)]) }
        return window
    }

    /// A popup that has not been committed yet, of this size at this point of its parent.
    func makePopup(
        of parent: Window, x: Int32 = 0, y: Int32 = 0, width: Int32 = 20, height: Int32 = 10,
        adjustment: UInt32 = 0, isReactive: Bool = false
    ) -> Window {
        let positioner = makePositioner(
            x: x, y: y, width: width, height: height, adjustment: adjustment, isReactive: isReactive)
        var window = makeShellSurface()
        window.role = wire.create(window.shell, 2, [.uint(parent.shell), .uint(positioner)])
        wire.send(positioner, 0)
        return window
    }

    /// Anchored at the top left of a rectangle of one pixel, growing down and right.
    func makePositioner(
        x: Int32, y: Int32, width: Int32, height: Int32, adjustment: UInt32 = 0, isReactive: Bool = false
    ) -> UInt32 {
        let positioner = wire.create(base, 1)
        wire.send(positioner, 1, [.int(width), .int(height)])
        wire.send(positioner, 2, [.int(x), .int(y), .int(1), .int(1)])
        wire.send(positioner, 3, [.uint(5)])
        wire.send(positioner, 4, [.uint(dialect == .stable ? 8 : 10)])
        wire.send(positioner, 5, [.uint(adjustment)])
        if isReactive { wire.send(positioner, 7) }
        return positioner
    }

    /// Commits, acknowledges the configure event and shows a buffer.
    @discardableResult
    func map(_ window: Window, width: Int = 100, height: Int = 80, pixel: UInt32 = 0xff10_2030) -> UInt32 {
        surfaces.commit(window.surface)
        acknowledge(window)
        return show(window, width: width, height: height, pixel: pixel)
    }

    @discardableResult
    func show(_ window: Window, width: Int = 100, height: Int = 80, pixel: UInt32 = 0xff10_2030) -> UInt32 {
        let buffer = surfaces.makeBuffer(width, height, pixel)
        surfaces.show(buffer, on: window.surface)
        return buffer
    }

    /// Acknowledges the window's last configure event, if there is one.
    func acknowledge(_ window: Window) {
        if let serial = lastSerial(window) { wire.send(window.shell, 4, [.uint(serial)]) }
    }

    func lastSerial(_ window: Window) -> UInt32? { wire.events(of: window.shell, 0).last?.words[0] }

    /// Size and states of the toplevel's last configure event.
    func lastConfigure(_ window: Window) -> (width: Int32, height: Int32, states: [UInt32])? {
        guard let event = wire.events(of: window.role, 0).last else { return nil }
        return (event.int(0), event.int(1), Array(event.words.dropFirst(3)))
    }

    /// Place and size of the popup's last configure event.
    func lastPlace(_ popup: Window) -> Rect<LogicalSpace>? {
        guard let event = wire.events(of: popup.role, 0).last else { return nil }
        return Rect(x: Int(event.int(0)), y: Int(event.int(1)), width: Int(event.int(2)), height: Int(event.int(3)))
    }

    /// Maps a toplevel of this size in one go.
    func window(width: Int = 640, height: Int = 480, parent: Window? = nil, pixel: UInt32 = 0xff10_2030) -> Window {
        let window = makeToplevel(parent: parent)
        map(window, width: width, height: height, pixel: pixel)
        return window
    }
}

extension TestServer {
    /// Moves the pointer there and ends the frame.
    func point(_ x: Double, _ y: Double, at milliseconds: Int64 = 0) {
        content.deliver(.pointerMotion(Point(x: x, y: y), relative: nil, Timestamp(microseconds: milliseconds * 1000)))
        content.deliver(.pointerFrame)
        pump()
    }

    func button(_ code: UInt32 = 0x110, pressed: Bool, at milliseconds: Int64 = 0) {
        content.deliver(.pointerButton(code, pressed: pressed, Timestamp(microseconds: milliseconds * 1000)))
        content.deliver(.pointerFrame)
        pump()
    }

    func click(_ x: Double, _ y: Double) {
        point(x, y)
        button(pressed: true)
        button(pressed: false)
    }

    func key(_ code: UInt32, pressed: Bool, at milliseconds: Int64 = 0) {
        content.deliver(.key(code, pressed: pressed, Timestamp(microseconds: milliseconds * 1000)))
        pump()
    }

    func touch(_ input: ContentInput...) {
        for event in input { content.deliver(event) }
        content.deliver(.touchFrame)
        pump()
    }
}

extension ContentInput {
    static func down(_ contact: Int32, _ x: Double, _ y: Double) -> ContentInput {
        .touchDown(ContactID(contact), Point(x: x, y: y), Timestamp(microseconds: 5000))
    }

    static func motion(_ contact: Int32, _ x: Double, _ y: Double) -> ContentInput {
        .touchMotion(ContactID(contact), Point(x: x, y: y), Timestamp(microseconds: 6000))
    }

    static func up(_ contact: Int32) -> ContentInput {
        .touchUp(ContactID(contact), Timestamp(microseconds: 7000))
    }
}
