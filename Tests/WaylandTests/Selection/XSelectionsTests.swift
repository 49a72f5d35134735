import Glibc
import Mirroring
import Testing
import WaylandBinding

@testable import Runtime
@testable import Wayland

/// The seat's selections as the X server shares them.
@Suite struct XSelectionsTests {
    private let server: TestServer
    private let port: XSelections
    private let observer = Observer()
    private let client: DataClient

    init() throws {
        server = try TestServer(layout: .filling)
        port = try #require(server.content.makeXSelections())
        port.xSelectionObserver = observer
        client = DataClient(server)
    }

    private final class Observer: XSelectionObserver {
        var told: [XSelection: [[String]?]] = [:]
        var isOnX = false
        /// What X's owner has.
        var data = Array("from X".utf8)
        var wanted: [String] = []

        func selectionChanged(_ selection: XSelection, to types: [String]?) {
            told[selection, default: []].append(types)
        }

        func keyboardMoved(toX isOnX: Bool) { self.isOnX = isOnX }

        func selectionWanted(_ selection: XSelection, as type: String, on descriptor: CInt) {
            wanted.append(type)
            _ = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    private func select(_ types: String...) -> UInt32 {
        let source = client.makeSource(types)
        client.select(source, serial: server.display.serial)
        return source
    }

    private func text(_ pipe: OwnedDescriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = read(pipe.number, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test func theServerIsToldOfEachSelectionButItsOwn() {
        #expect(observer.told == [.clipboard: [nil], .primary: [nil], .drag: [nil]])
        _ = client.shell.window()
        _ = select("text/plain", "a/b")
        #expect(observer.told[.clipboard] == [nil, ["text/plain", "a/b"]])
        port.offer(.clipboard, as: ["image/png"])
        #expect(observer.told[.clipboard]?.count == 2)
        client.select(0, serial: server.display.serial)
        #expect(observer.told[.clipboard]?.last == .some(nil))
        #expect(observer.told[.primary] == [nil])
    }

    @Test func aLaterServerIsToldAtOnce() {
        _ = client.shell.window()
        _ = select("a/b")
        let later = Observer()
        port.xSelectionObserver = later
        #expect(later.told == [.clipboard: [["a/b"]], .primary: [nil], .drag: [nil]])
    }

    @Test func applicationsPasteWhatXHas() throws {
        _ = client.shell.window()
        let old = select("a/b")
        port.offer(.clipboard, as: ["image/bmp", "x/y"])
        #expect(client.opcodes(old).contains(2), "the former source is cancelled")
        let offer = try #require(client.selection)
        #expect(client.types(of: offer) == ["image/bmp", "x/y"])
        let pipe = try OwnedDescriptor.pipe()
        client.wire.send(offer, 1, [.string("x/y"), .descriptor(pipe.writing.number)])
        client.wire.roundTrip()
        #expect(observer.wanted.last == "x/y")
        #expect(text(pipe.reading) == "from X")
    }

    @Test func xPastesWhatApplicationsHave() throws {
        _ = client.shell.window()
        let source = select("a/b")
        let pipe = try OwnedDescriptor.pipe()
        port.write(.clipboard, as: "a/b", to: pipe.writing.number)
        client.wire.roundTrip()
        #expect(client.wire.events(of: source, 1).map { $0.string(at: 0) } == ["a/b"])
        // What X has itself, it does not get from here.
        port.offer(.clipboard, as: ["x/y"])
        let wanted = observer.wanted
        port.write(.clipboard, as: "x/y", to: pipe.writing.number)
        #expect(observer.wanted == wanted)
    }

    @Test func textOutlastsAnOwnerThatEnds() throws {
        _ = client.shell.window()
        port.offer(.clipboard, as: ["text/plain", "x/y"])
        server.pump()
        #expect(observer.wanted == ["text/plain"])
        port.withdraw(.clipboard, ownerEnded: true)
        #expect(observer.told[.clipboard]?.last == ["text/plain"])
        let offer = try #require(client.selection)
        #expect(client.types(of: offer) == ["text/plain"])
        let pipe = try OwnedDescriptor.pipe()
        port.write(.clipboard, as: "text/plain", to: pipe.writing.number)
        #expect(text(pipe.reading) == "from X")
    }

    @Test func anOwnerThatGivesUpLeavesNothing() {
        _ = client.shell.window()
        for selection in [XSelection.clipboard, .primary] {
            port.offer(selection, as: ["text/plain"])
            server.pump()
            port.withdraw(selection, ownerEnded: false)
            #expect(observer.told[selection]?.last == .some(nil))
        }
        #expect(client.selection == nil)
        // One that is no longer the selection takes nothing with it.
        port.offer(.clipboard, as: ["text/plain"])
        _ = select("a/b")
        port.withdraw(.clipboard, ownerEnded: true)
        #expect(observer.told[.clipboard]?.last == ["a/b"])
        #expect(client.selection != nil)
    }

    @Test func anOwnerWithoutTypesEmptiesTheSelection() {
        _ = client.shell.window()
        let source = select("a/b")
        port.offer(.clipboard, as: [])
        #expect(client.opcodes(source).contains(2))
        #expect(client.selection == nil)
    }

    @Test func aLockedSessionHidesAndKeepsItsSelection() throws {
        _ = client.shell.window()
        _ = select("a/b")
        let clipboard = try #require(server.content.attachments[Seat.self]?.clipboard)
        clipboard.isLocked = true
        #expect(observer.told[.clipboard]?.last == .some(nil))
        port.offer(.clipboard, as: ["x/y"])
        clipboard.isLocked = false
        #expect(observer.told[.clipboard]?.last == ["a/b"])
    }

    @Test func theKeyboardIsFollowed() throws {
        _ = client.shell.window()
        let seat = try #require(server.content.attachments[Seat.self])
        let xServer = try #require(seat.keyboard.focus?.client)
        xServer.attachments[PixelClient.self] = PixelClient { _ in }
        let other = DataClient(server)
        _ = other.shell.window()
        #expect(!observer.isOnX)
        _ = client.shell.window()
        #expect(observer.isOnX)
        let later = Observer()
        port.xSelectionObserver = later
        #expect(later.isOnX)
        _ = other.shell.window()
        #expect(!later.isOnX)
    }
}
