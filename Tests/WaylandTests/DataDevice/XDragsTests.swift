import CLinux
import Geometry
import Glibc
import Mirroring
import Testing
import WaylandBinding

@testable import Runtime
@testable import Wayland

/// The seat's drags as the X server shares them, with an X server that only records.
///
/// A window of 100x100 in the middle is dragged from. The window behind it fills the screen of 640x480.
@Suite struct XDragsTests {
    private final class Recorder: XDragObserver, XSelectionObserver {
        var events: [XDragEvent] = []
        /// The types of Wayland's drags; nil for their ends.
        var types: [[String]?] = []
        var wanted: [String] = []

        func dragHappened(_ event: XDragEvent) { events.append(event) }

        func selectionChanged(_ selection: XSelection, to types: [String]?) {
            if selection == .drag { self.types.append(types) }
        }

        func keyboardMoved(toX isOnX: Bool) {}

        func selectionWanted(_ selection: XSelection, as type: String, on descriptor: CInt) {
            if selection == .drag { wanted.append(type) }
            _ = write(descriptor, "from X", 6)
        }
    }

    private static let window = XWindowID(9)
    private enum Action {
        static let copy: UInt32 = 1
        static let move: UInt32 = 2
    }

    private let server: TestServer
    private let selections: XSelections
    private let port: XDrags
    private let recorder = Recorder()
    /// The client that drags, and the one whose window is behind.
    private let giver: DataClient
    private let taker: DataClient
    private let origin: ShellClient.Window
    private let target: ShellClient.Window

    init() throws {
        server = try TestServer(layout: .filling)
        selections = try #require(server.content.makeXSelections())
        port = selections.drags
        selections.xSelectionObserver = recorder
        port.xDragObserver = recorder
        taker = DataClient(server)
        target = taker.shell.window()
        giver = DataClient(server)
        origin = giver.shell.makeToplevel()
        for opcode in [UInt16(7), 8] { giver.wire.send(origin.role, opcode, [.int(100), .int(100)]) }
        giver.shell.map(origin, width: 100, height: 100)
        recorder.types = []
    }

    private func surface(_ client: DataClient, _ window: ShellClient.Window) throws -> Surface {
        let seat = try #require(server.content.attachments[Seat.self])
        let point = window.surface == target.surface && client === taker ? (5.0, 5.0) : (320.0, 240.0)
        return try #require(seat.scope.anySurface(at: Point(x: point.0, y: point.1))?.surface)
    }

    /// Makes the client that of the X server, and its window one of X.
    private func makeX(_ client: DataClient, _ window: ShellClient.Window) throws {
        let surface = try surface(client, window)
        surface.client.attachments[PixelClient.self] = PixelClient { _ in }
        surface.attachments[XWindowMark.self] = XWindowMark(Self.window)
    }

    private func press() {
        server.point(320, 240)
        server.button(pressed: true)
    }

    // MARK: From X to Wayland

    /// A program of X drags a text over the window of Wayland.
    private func offer() throws -> UInt32 {
        try makeX(giver, origin)
        press()
        #expect(port.follow())
        server.point(5, 6)
        selections.offer(.drag, as: ["text/plain", "a/b"])
        taker.wire.roundTrip()
        return taker.lastOffer
    }

    private func accept(_ offer: UInt32, _ actions: UInt32, preferred: UInt32) {
        taker.wire.send(offer, 0, [.uint(0), .string("a/b")])
        taker.wire.send(offer, 4, [.uint(actions), .uint(preferred)])
        taker.wire.roundTrip()
    }

    @Test func aWindowOfWaylandTakesWhatXDrags() throws {
        let offer = try offer()
        #expect(recorder.events == [.overWayland(true)])
        let enter = taker.wire.events(of: taker.device, 1).last
        #expect(enter?.words[1] == target.surface && enter?.words[4] == offer)
        #expect(enter?.fixed(2) == 5 && enter?.fixed(3) == 6)
        #expect(taker.types(of: offer) == ["text/plain", "a/b"])
        accept(offer, Action.copy | Action.move, preferred: Action.move)
        #expect(recorder.events.last == .answered(.copy), "X's program has proposed no more")
        port.propose(.move)
        #expect(recorder.events.last == .answered(.move))
        server.point(7, 8)
        taker.wire.roundTrip()
        #expect(taker.wire.events(of: taker.device, 3).last?.fixed(1) == 7)
        // X's window has kept the pointer all the time.
        #expect(giver.opcodes(giver.shell.pointer).filter { $0 == 1 }.isEmpty)
        server.button(pressed: false)
        #expect(recorder.events.last == .lifted)
        #expect(taker.opcodes(taker.device).last == 3)
        port.drop()
        #expect(taker.opcodes(taker.device).last == 4)
        let pipe = try OwnedDescriptor.pipe()
        taker.wire.send(offer, 1, [.string("a/b"), .descriptor(pipe.writing.number)])
        taker.wire.send(offer, 3)
        taker.wire.roundTrip()
        #expect(recorder.wanted == ["a/b"])
        #expect(recorder.events.last == .finished(.move))
        #expect(taker.wire.error == nil)
        #expect(recorder.types == [], "X is not told of its own drag")
    }

    @Test func aWindowThatTakesNothingEndsTheDrop() throws {
        _ = try offer()
        server.button(pressed: false)
        port.drop()
        #expect(recorder.events.last == .finished(nil))
        #expect(taker.opcodes(taker.device).last == 2)
    }

    @Test func xMayTakeItsOfferBack() throws {
        let offer = try offer()
        accept(offer, Action.copy, preferred: Action.copy)
        let told = recorder.events.count
        selections.withdraw(.drag, ownerEnded: false)
        #expect(taker.opcodes(taker.device).last == 2)
        port.propose(.move)
        #expect(recorder.events.count == told)
        // A drop of what is not offered, or not yet, does not keep X's program waiting.
        port.drop()
        #expect(recorder.events.last == .finished(nil))
        // And come again, in the same drag.
        selections.offer(.drag, as: ["c/d"])
        taker.wire.roundTrip()
        #expect(taker.types(of: taker.lastOffer) == ["c/d"])
        port.stopFollowing()
        #expect(taker.opcodes(taker.device).last == 2)
        selections.offer(.drag, as: ["e/f"])
        #expect(taker.opcodes(taker.device).last == 2)
    }

    @Test func aDropWhoseTakerEndsComesToNothing() throws {
        let offer = try offer()
        accept(offer, Action.copy, preferred: Action.copy)
        server.button(pressed: false)
        port.drop()
        taker.wire.hangUp()
        server.pump()
        #expect(recorder.events.last == .finished(nil))
    }

    @Test func aTakerThatEndsBeforeTheDropGetsNone() throws {
        let offer = try offer()
        accept(offer, Action.copy, preferred: Action.copy)
        taker.wire.hangUp()
        server.pump()
        server.button(pressed: false)
        port.drop()
        #expect(recorder.events.last == .finished(nil))
    }

    @Test func aPressThatIsLostEndsTheDrag() throws {
        let offer = try offer()
        accept(offer, Action.copy, preferred: Action.copy)
        server.content.deliver(.releaseAll(Timestamp(microseconds: 0)))
        server.pump()
        #expect(recorder.events.last == .lost)
        #expect(taker.opcodes(taker.device).last == 2)
    }

    @Test func withoutAPressOnXNothingIsFollowed() throws {
        #expect(!port.follow())
        press()
        #expect(!port.follow(), "a window of Wayland")
        server.button(pressed: false)
        try makeX(giver, origin)
        #expect(!port.follow())
        selections.offer(.drag, as: ["a/b"])
        server.point(5, 5)
        #expect(taker.opcodes(taker.device).filter { $0 == 1 }.isEmpty)
    }

    @Test func fingersOfXAreFollowedToo() throws {
        try makeX(giver, origin)
        server.touch(.down(1, 320, 240))
        #expect(port.follow())
        server.touch(.motion(1, 5, 6))
        #expect(recorder.events == [.overWayland(true)])
        selections.offer(.drag, as: ["a/b"])
        taker.wire.roundTrip()
        accept(taker.lastOffer, Action.copy, preferred: Action.copy)
        #expect(recorder.events.last == .answered(.copy))
        server.touch(.up(1))
        #expect(recorder.events.last == .lifted)
        #expect(giver.opcodes(giver.shell.touch).contains(1), "the finger stays with X")
        port.drop()
        #expect(taker.opcodes(taker.device).last == 4)
        port.stopFollowing()
        server.touch(.down(1, 320, 240))
        #expect(port.follow())
        server.content.deliver(.touchCancel)
        #expect(recorder.events.last == .lost)
    }

    /// As Qt moves its icon, which has no type.
    @Test func aWindowThatMovesWithXsDragIsAboveAllWindows() throws {
        let windows = try #require(try server.content.makeXWindows())
        let (ours, theirs) = WireSocket.pair()
        try #require(windows.serve(descriptor: ours))
        let x = SurfaceClient(WireClient(descriptor: theirs) { [server] in server.pump() }, nil)
        let icon = x.makeSurface()
        x.show(x.makeBuffer(20, 10), on: icon)
        x.wire.roundTrip()
        windows.showUnmanaged(XWindowID(1), .object(icon), at: Rect(x: 310, y: 230, width: 20, height: 10), .menu)
        server.pump()
        try makeX(giver, origin)
        server.point(300, 230)
        server.button(pressed: true)
        #expect(port.follow())
        windows.moveUnmanaged(XWindowID(1), to: Rect(x: 0, y: 0, width: 20, height: 10))
        server.point(5, 6)
        server.pump()
        #expect(server.frames.last == Rect(x: 0, y: 0, width: 20, height: 10))
        #expect(recorder.events == [.overWayland(true)])
    }

    @Test func pensOfXAreFollowedToo() throws {
        let (tablet, pen) = (DeviceID(7), TabletTool(kind: .pen, serial: 1, hardwareID: 2, capabilities: [.pressure]))
        func take(_ inputs: ToolInput...) {
            for input in inputs { server.content.deliver(.tool(tablet, input, Timestamp(microseconds: 0))) }
        }
        let x = TabletClient(giver.shell)
        server.content.deliver(
            .tabletAdded(DeviceDescription(id: tablet, name: "Drawing board", capabilities: [.tablet])))
        try makeX(giver, origin)
        _ = x.events()
        take(.enter(pen, Point(x: 320, y: 240), ToolAxes()))
        #expect(!port.follow(), "the tip is up")
        take(.down)
        #expect(port.follow())
        take(.motion(Point(x: 5, y: 6), ToolAxes()))
        #expect(recorder.events == [.overWayland(true)])
        selections.offer(.drag, as: ["a/b"])
        taker.wire.roundTrip()
        accept(taker.lastOffer, Action.copy, preferred: Action.copy)
        #expect(recorder.events.last == .answered(.copy))
        take(.up)
        #expect(recorder.events.last == .lifted)
        port.drop()
        #expect(taker.opcodes(taker.device).last == 4)
        port.stopFollowing()
        take(.motion(Point(x: 320, y: 240), ToolAxes()), .down)
        #expect(port.follow())
        take(.leave)
        #expect(recorder.events.last == .lost)
    }

    @Test func escapeIsForXsProgramWhichEndsItsDrag() throws {
        _ = try offer()
        server.key(UInt32(KEY_ESC), pressed: true)
        taker.wire.roundTrip()
        giver.wire.roundTrip()
        #expect(giver.wire.events(of: giver.shell.keyboard, 3).count == 1)
        #expect(!taker.opcodes(taker.device).contains(2))
    }

    // MARK: From Wayland to X

    /// A program of Wayland drags over the window of X.
    private func drag(actions: UInt32 = Action.copy | Action.move) throws -> UInt32 {
        try makeX(taker, target)
        press()
        let source = giver.makeSource("text/plain", "a/b", actions: actions)
        giver.drag(source, from: origin.surface)
        server.point(5, 6)
        return source
    }

    @Test func aWindowOfXTakesWhatWaylandDrags() throws {
        let source = try drag()
        #expect(recorder.types == [["text/plain", "a/b"]])
        #expect(recorder.events == [.entered(Self.window), .moved(Point(x: 5, y: 6), .copy)])
        server.point(7, 8)
        #expect(recorder.events.last == .moved(Point(x: 7, y: 8), .copy))
        port.windowAnswered(.move)
        giver.wire.roundTrip()
        #expect(giver.wire.events(of: source, 5).last?.words == [Action.move])
        #expect(giver.wire.events(of: source, 0).last?.string(at: 0) == "text/plain")
        server.button(pressed: false)
        #expect(recorder.events.last == .dropped)
        #expect(giver.opcodes(source).last == 3)
        let pipe = try OwnedDescriptor.pipe()
        selections.write(.drag, as: "a/b", to: pipe.writing.number)
        #expect(giver.opcodes(source).last == 1)
        port.windowFinished(.move)
        #expect(giver.opcodes(source).last == 4)
        #expect(recorder.types.last == .some(nil))
        port.windowFinished(nil)
        #expect(!giver.opcodes(source).contains(2), "told once")
    }

    @Test func escapeCancelsWaylandsDrag() throws {
        let source = try drag()
        port.windowAnswered(.copy)
        server.key(UInt32(KEY_ESC), pressed: true)
        server.key(UInt32(KEY_ESC), pressed: false)
        #expect(Array(recorder.events.suffix(2)) == [.left, .ended])
        #expect(giver.opcodes(source).last == 2)
        for client in [giver, taker] { #expect(client.opcodes(client.shell.keyboard).filter { $0 == 3 } == []) }
        // The drag has gone, and the next key is for the window.
        let told = recorder.events.count
        server.point(7, 8)
        server.button(pressed: false)
        #expect(recorder.events.count == told)
        server.key(UInt32(KEY_ESC), pressed: true)
        #expect(giver.opcodes(giver.shell.keyboard).filter { $0 == 3 }.count == 1)
    }

    @Test func aWindowOfXMayRefuse() throws {
        let source = try drag()
        port.windowAnswered(nil)
        server.button(pressed: false)
        port.windowFinished(nil)
        #expect(giver.opcodes(source).last == 2)
        #expect(recorder.types.last == .some(nil))
    }

    @Test func anActionThatTheSourceLacksIsACopy() throws {
        let source = try drag(actions: Action.copy)
        port.windowAnswered(.move)
        giver.wire.roundTrip()
        #expect(giver.wire.events(of: source, 5).last?.words == [Action.copy])
    }

    @Test func leavingTheWindowIsTold() throws {
        _ = try drag()
        server.point(320, 240)
        #expect(recorder.events.last == .left)
        server.point(5, 5)
        server.content.deliver(.releaseAll(Timestamp(microseconds: 0)))
        #expect(recorder.events.suffix(2) == [.left, .ended])
        #expect(recorder.types.last == .some(nil))
    }

    @Test func aSourceThatEndsEndsTheDrag() throws {
        for isDropped in [false, true] {
            let other = try XDragsTests()
            _ = try other.drag()
            if isDropped { other.server.button(pressed: false) }
            other.giver.wire.hangUp()
            other.server.pump()
            #expect(other.recorder.events.last == .ended)
            #expect(other.recorder.types.last == .some(nil))
            other.port.windowFinished(.copy)
        }
    }

    @Test func anXServerThatEndsCancelsTheDrop() throws {
        let source = try drag()
        port.xDragObserver = nil
        server.button(pressed: false)
        #expect(giver.opcodes(source).last == 2)
    }
}
