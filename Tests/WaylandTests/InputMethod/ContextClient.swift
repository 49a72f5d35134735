import WaylandBinding

@testable import Wayland

/// A tool that composes text as version 1 has it.
final class ContextClient {
    let surfaces: SurfaceClient
    let seat: UInt32
    let method: UInt32

    init(_ server: TestServer) {
        surfaces = SurfaceClient(server, privilege: .tool)
        seat = surfaces.wire.bind("wl_seat")
        method = surfaces.wire.bind("zwp_input_method_v1")
        surfaces.wire.roundTrip()
    }

    var wire: WireClient { surfaces.wire }

    /// The contexts of all text fields so far.
    var contexts: [UInt32] {
        wire.roundTrip()
        return wire.events(of: method, 0).map { $0.words[0] }
    }

    /// The contexts whose text fields were left.
    var left: [UInt32] {
        wire.roundTrip()
        return wire.events(of: method, 1).map { $0.words[0] }
    }

    /// The last event of a kind of the newest context.
    func last(_ opcode: UInt16) -> WireMessage? {
        guard let context = contexts.last else { return nil }
        return wire.events(of: context, opcode).last
    }

    /// Sends a request on the newest context, or on another.
    func send(_ opcode: UInt16, _ arguments: [WireArgument] = [], to context: UInt32? = nil) {
        guard let context = context ?? contexts.last else { return }
        wire.send(context, opcode, arguments)
        wire.roundTrip()
    }

    func insert(_ text: String, in context: UInt32? = nil) { send(1, [.uint(1), .string(text)], to: context) }

    func compose(_ text: String, fallback: String = "") { send(2, [.uint(1), .string(text), .string(fallback)]) }

    func grab() -> UInt32 {
        let grab = wire.newID()
        send(9, [.uint(grab)])
        return grab
    }

    func key(_ code: UInt32, _ state: UInt32) { send(10, [.uint(1), .uint(7), .uint(code), .uint(state)]) }

    func keysym(_ keysym: UInt32, _ state: UInt32, with modifiers: UInt32 = 0) {
        send(8, [.uint(1), .uint(7), .uint(keysym), .uint(state), .uint(modifiers)])
    }
}

enum ContextEvent {
    static let surrounding: UInt16 = 0
    static let content: UInt16 = 2
    static let state: UInt16 = 4
}
