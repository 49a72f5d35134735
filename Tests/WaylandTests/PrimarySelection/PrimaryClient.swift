@testable import Wayland

/// A client that marks text and pastes it, by either of the two protocols.
final class PrimaryClient {
    enum Family: String, CaseIterable {
        case standard = "zwp_primary_selection_device_manager_v1"
        case gtk = "gtk_primary_selection_device_manager"
    }

    let shell: ShellClient
    let manager: UInt32
    let device: UInt32

    init(_ server: TestServer, _ family: Family = .standard) {
        shell = ShellClient(server)
        manager = shell.wire.bind(family.rawValue)
        device = shell.wire.create(manager, 1, [.uint(shell.seat)])
        shell.wire.roundTrip()
    }

    var wire: WireClient { shell.wire }

    func makeSource(_ types: String...) -> UInt32 {
        let source = wire.create(manager, 0)
        for type in types { wire.send(source, 0, [.string(type)]) }
        return source
    }

    func select(_ source: UInt32, serial: UInt32) {
        wire.send(device, 0, [.uint(source), .uint(serial)])
        wire.roundTrip()
    }

    /// The offer that is the selection, if there is one.
    var selection: UInt32? {
        wire.roundTrip()
        return wire.events(of: device, 1).last.flatMap { $0.words[0] == 0 ? nil : $0.words[0] }
    }

    func types(of offer: UInt32) -> [String] { wire.events(of: offer, 0).map { $0.string(at: 0) } }

    /// How often a source was asked for data, and how often it was told to go.
    func sent(_ source: UInt32) -> [String] {
        wire.roundTrip()
        return wire.events(of: source, 0).map { $0.string(at: 0) }
    }

    func isCancelled(_ source: UInt32) -> Bool {
        wire.roundTrip()
        return !wire.events(of: source, 1).isEmpty
    }
}
