import WaylandBinding

@testable import Wayland

/// A client with a text field.
final class TextClient {
    let shell: ShellClient
    let manager: UInt32
    let input: UInt32

    init(_ server: TestServer, privilege: ClientPrivilege = .application) {
        shell = ShellClient(server, privilege: privilege)
        manager = shell.wire.bind("zwp_text_input_manager_v3")
        input = shell.wire.create(manager, 1, [.uint(shell.seat)])
        shell.wire.roundTrip()
    }

    var wire: WireClient { shell.wire }

    func enable() { wire.send(input, 1) }

    func disable() { wire.send(input, 2) }

    func setSurrounding(_ text: String, cursor: Int32, anchor: Int32) {
        wire.send(input, 3, [.string(text), .int(cursor), .int(anchor)])
    }

    func setCursor(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) {
        wire.send(input, 6, [.int(x), .int(y), .int(width), .int(height)])
    }

    func commit() {
        wire.send(input, 7)
        wire.roundTrip()
    }

    /// The opcodes of the text input's events so far.
    var told: [UInt16] {
        wire.roundTrip()
        return wire.events.filter { $0.object == input }.map(\.opcode)
    }

    /// The last event of a kind.
    func last(_ opcode: UInt16) -> WireMessage? {
        wire.roundTrip()
        return wire.events(of: input, opcode).last
    }
}

/// A tool that composes text.
final class MethodClient {
    let surfaces: SurfaceClient
    let manager: UInt32
    let seat: UInt32
    let method: UInt32

    init(_ server: TestServer) {
        surfaces = SurfaceClient(server, privilege: .tool)
        manager = surfaces.wire.bind("zwp_input_method_manager_v2")
        seat = surfaces.wire.bind("wl_seat")
        method = surfaces.wire.newID()
        surfaces.wire.send(manager, 0, [.uint(seat), .uint(method)])
        surfaces.wire.roundTrip()
    }

    var wire: WireClient { surfaces.wire }

    /// The opcodes of the method's events so far.
    var told: [UInt16] {
        wire.roundTrip()
        return wire.events.filter { $0.object == method }.map(\.opcode)
    }

    func last(_ opcode: UInt16) -> WireMessage? {
        wire.roundTrip()
        return wire.events(of: method, opcode).last
    }

    /// How often the method was told that all is told.
    var doneCount: UInt32 { UInt32(told.filter { $0 == MethodEvent.done }.count) }

    func insert(_ text: String) { wire.send(method, 0, [.string(text)]) }

    func compose(_ text: String, _ begin: Int32, _ end: Int32) {
        wire.send(method, 1, [.string(text), .int(begin), .int(end)])
    }

    func commit(serial: UInt32? = nil) {
        wire.send(method, 3, [.uint(serial ?? doneCount)])
        wire.roundTrip()
    }

    /// A popup of this size beside the text cursor, and its surface.
    func makePopup(_ width: Int, _ height: Int) -> (popup: UInt32, surface: UInt32) {
        let surface = surfaces.makeSurface()
        let popup = wire.create(method, 4, [.uint(surface)])
        surfaces.show(surfaces.makeBuffer(width, height), on: surface)
        return (popup, surface)
    }

    func grab() -> UInt32 {
        let grab = wire.create(method, 5)
        wire.roundTrip()
        return grab
    }
}

enum TextEvent {
    static let enter: UInt16 = 0
    static let leave: UInt16 = 1
    static let preedit: UInt16 = 2
    static let insertion: UInt16 = 3
    static let deletion: UInt16 = 4
    static let done: UInt16 = 5
}

enum MethodEvent {
    static let activate: UInt16 = 0
    static let deactivate: UInt16 = 1
    static let surrounding: UInt16 = 2
    static let cause: UInt16 = 3
    static let content: UInt16 = 4
    static let done: UInt16 = 5
    static let unavailable: UInt16 = 6
}
