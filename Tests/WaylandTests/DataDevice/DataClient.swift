import WaylandBinding

@testable import Wayland

/// A client that copies, pastes and drags.
final class DataClient {
    let shell: ShellClient
    let manager: UInt32
    let device: UInt32

    init(_ server: TestServer, version: UInt32 = 3, privilege: ClientPrivilege = .application) {
        shell = ShellClient(server, privilege: privilege)
        manager = shell.wire.bind("wl_data_device_manager", version: version)
        device = shell.wire.create(manager, 1, [.uint(shell.seat)])
        shell.wire.roundTrip()
    }

    var wire: WireClient { shell.wire }

    func makeSource(_ types: String..., actions: UInt32? = nil) -> UInt32 { makeSource(types, actions: actions) }

    func makeSource(_ types: [String], actions: UInt32? = nil) -> UInt32 {
        let source = wire.create(manager, 0)
        for type in types { wire.send(source, 0, [.string(type)]) }
        if let actions { wire.send(source, 2, [.uint(actions)]) }
        return source
    }

    func select(_ source: UInt32, serial: UInt32) {
        wire.send(device, 1, [.uint(source), .uint(serial)])
        wire.roundTrip()
    }

    /// Starts a drag with the last press that this client was told of.
    func drag(_ source: UInt32, from origin: UInt32, icon: UInt32 = 0, serial: UInt32? = nil) {
        wire.roundTrip()
        let press = serial ?? wire.events(of: shell.pointer, 3).last?.words[0] ?? 0
        wire.send(device, 0, [.uint(source), .uint(origin), .uint(icon), .uint(press)])
        wire.roundTrip()
    }

    /// The offer introduced last.
    var lastOffer: UInt32 { wire.events(of: device, 0).last?.words[0] ?? 0 }

    /// The offer that is the selection, if there is one.
    var selection: UInt32? {
        wire.roundTrip()
        return wire.events(of: device, 5).last.flatMap { $0.words[0] == 0 ? nil : $0.words[0] }
    }

    func types(of offer: UInt32) -> [String] { wire.events(of: offer, 0).map { $0.string(at: 0) } }

    /// The opcodes of an object's events so far.
    func opcodes(_ object: UInt32) -> [UInt16] {
        wire.roundTrip()
        return wire.events.filter { $0.object == object }.map(\.opcode)
    }
}
