import Glibc
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct DataControlTests {
    private enum Event {
        static let offer: UInt16 = 0
        static let clipboard: UInt16 = 1
        static let primary: UInt16 = 3
    }

    private let server: TestServer
    private let tool: WireClient
    private let manager: UInt32
    private let device: UInt32
    private let application: DataClient

    init() throws {
        server = try TestServer(layout: .filling)
        tool = server.connect(privilege: .tool).0
        manager = tool.bind("zwlr_data_control_manager_v1")
        device = tool.create(manager, 1, [.uint(tool.bind("wl_seat"))])
        application = DataClient(server)
        _ = application.shell.window()
        tool.roundTrip()
    }

    /// The types of the selection that the tool was told of last; nil for none.
    private func types(_ event: UInt16) -> [String]? {
        tool.roundTrip()
        guard let offer = offered(event) else { return nil }
        return tool.events(of: offer, 0).map { $0.string(at: 0) }
    }

    private func offered(_ event: UInt16) -> UInt32? {
        tool.events(of: device, event).last.flatMap { $0.words[0] == 0 ? nil : $0.words[0] }
    }

    private func makeSource(_ types: String...) -> UInt32 {
        let source = tool.create(manager, 0)
        for type in types { tool.send(source, 0, [.string(type)]) }
        return source
    }

    @Test func bothSelectionsAreToldAtOnce() {
        #expect(tool.events(of: device, Event.clipboard).map(\.words) == [[0]])
        #expect(tool.events(of: device, Event.primary).map(\.words) == [[0]])
    }

    @Test func whileTheSessionIsLockedToolsNeitherReadNorSetIt() {
        application.select(application.makeSource("text/secret"), serial: server.display.serial)
        #expect(types(Event.clipboard) == ["text/secret"])
        let (locker, _) = server.connect(privilege: .tool)
        let lock = locker.create(locker.bind("ext_session_lock_manager_v1"), 1)
        locker.roundTrip()
        #expect(types(Event.clipboard) == nil)
        let source = makeSource("text/forged")
        tool.send(device, 0, [.uint(source)])
        tool.roundTrip()
        #expect(tool.events(of: source, 1).count == 1, "it is cancelled")
        server.present()
        locker.roundTrip()
        locker.send(lock, 2)
        locker.roundTrip()
        #expect(types(Event.clipboard) == ["text/secret"])
    }

    @Test func theFirstVersionKnowsTheClipboardOnly() {
        let (old, _) = server.connect(privilege: .tool)
        let manager = old.bind("zwlr_data_control_manager_v1", version: 1)
        let device = old.create(manager, 1, [.uint(old.bind("wl_seat"))])
        let primary = PrimaryClient(server)
        primary.select(primary.makeSource("a/marked"), serial: server.display.serial)
        old.roundTrip()
        #expect(old.events.filter { $0.object == device }.map(\.opcode) == [Event.clipboard])
    }

    @Test func whatApplicationsCopyIsReadWithoutTheKeyboard() throws {
        let source = application.makeSource("a/plain")
        application.select(source, serial: server.display.serial)
        #expect(types(Event.clipboard) == ["a/plain"])
        let offer = try #require(offered(Event.clipboard))
        tool.send(offer, 0, [.string("a/plain"), .descriptor(1)])
        tool.roundTrip()
        application.wire.roundTrip()
        #expect(application.wire.events(of: source, 1).map { $0.string(at: 0) } == ["a/plain"])
        application.select(0, serial: server.display.serial)
        #expect(types(Event.clipboard) == nil)
        tool.send(offer, 0, [.string("a/plain"), .descriptor(1)])
        tool.roundTrip()
        application.wire.roundTrip()
        #expect(application.wire.events(of: source, 1).count == 1, "the offer is of no use any more")
        #expect(tool.error == nil)
    }

    @Test func whatApplicationsMarkIsToldApart() {
        let primary = PrimaryClient(server)
        primary.select(primary.makeSource("a/marked"), serial: server.display.serial)
        #expect(types(Event.primary) == ["a/marked"])
        #expect(types(Event.clipboard) == nil)
    }

    @Test func applicationsPasteWhatToolsSet() throws {
        let source = makeSource("a/clip")
        tool.send(device, 0, [.uint(source)])
        tool.roundTrip()
        let offer = try #require(application.selection)
        #expect(application.types(of: offer) == ["a/clip"])
        application.wire.send(offer, 1, [.string("a/clip"), .descriptor(1)])
        application.wire.roundTrip()
        tool.roundTrip()
        #expect(tool.events(of: source, 0).map { $0.string(at: 0) } == ["a/clip"])
        // The tool's own view of it.
        #expect(types(Event.clipboard) == ["a/clip"])
        application.select(application.makeSource("a/new"), serial: server.display.serial)
        #expect(types(Event.clipboard) == ["a/new"])
        #expect(tool.events(of: source, 1).count == 1, "cancelled")
    }

    @Test func applicationsMayNotOverwriteItWithOldSerials() {
        let serial = server.display.serial
        tool.send(device, 0, [.uint(makeSource("a/clip"))])
        tool.roundTrip()
        application.select(application.makeSource("a/old"), serial: serial)
        #expect(types(Event.clipboard) == ["a/clip"])
    }

    @Test func toolsSetAndClearThePrimarySelection() {
        let primary = PrimaryClient(server)
        _ = primary.shell.window()
        tool.send(device, 2, [.uint(makeSource("a/primary"))])
        tool.roundTrip()
        #expect(primary.selection.map(primary.types) == ["a/primary"])
        tool.send(device, 2, [.uint(0)])
        tool.roundTrip()
        #expect(primary.selection == nil)
    }

    @Test func aSourceUsedTwiceIsAnError() {
        let source = makeSource("a/a")
        tool.send(device, 0, [.uint(source)])
        tool.send(device, 2, [.uint(source)])
        tool.roundTrip()
        #expect(tool.error?.object == device)
        #expect(tool.error?.code == ZwlrDataControlDeviceV1.ErrorCode.usedSource.rawValue)
    }

    @Test func typesComeBeforeTheUse() {
        let source = makeSource("a/a")
        tool.send(device, 0, [.uint(source)])
        tool.send(source, 0, [.string("b/b")])
        tool.roundTrip()
        #expect(tool.error?.object == source)
        #expect(tool.error?.code == ZwlrDataControlSourceV1.ErrorCode.invalidOffer.rawValue)
    }

    @Test func aToolThatGoesTakesItsSelectionAlong() {
        tool.send(device, 0, [.uint(makeSource("a/a"))])
        tool.roundTrip()
        #expect(application.selection != nil)
        tool.hangUp()
        server.pump()
        #expect(application.selection == nil)
    }

    @Test func applicationsHaveNoSuchThing() {
        #expect(application.wire.globals["zwlr_data_control_manager_v1"] == nil)
    }

    @Test(arguments: [ClientPrivilege.application, .tool], [[], ["--primary"]])
    func wlPasteGetsWhatWLCopyHolds(_ privilege: ClientPrivilege, _ options: [String]) throws {
        let copy = try #require(
            try RealClient(
                "wl-copy", options + ["--foreground", "grüße"], privilege: privilege, on: server),
            "wl-clipboard is not installed")
        let selection = options.isEmpty ? server.clipboard : server.primary
        #expect(copy.serve { selection?.source != nil }, "\(copy.log)")
        let paste = try #require(
            try RealClient("wl-paste", options + ["--no-newline"], privilege: privilege, on: server))
        #expect(paste.finish() == "grüße", "\(paste.log)")
    }
}
