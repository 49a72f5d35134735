import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// The source's client fills the screen; the destination's window of 100x100 is in the middle.
@Suite struct DragTests {
    private let server: TestServer
    private let giver: DataClient
    private let taker: DataClient
    private let origin: ShellClient.Window
    private let target: ShellClient.Window

    private enum Action {
        static let copy: UInt32 = 1
        static let move: UInt32 = 2
        static let ask: UInt32 = 4
    }

    init() throws {
        server = try TestServer(layout: .filling)
        giver = DataClient(server)
        taker = DataClient(server)
        origin = giver.shell.window()
        target = taker.shell.makeToplevel()
        for opcode in [UInt16(7), 8] { taker.wire.send(target.role, opcode, [.int(100), .int(100)]) }
        taker.shell.map(target, width: 100, height: 100)
    }

    /// Presses on the source's window, below the small one, which stays in front.
    private func begin(_ source: UInt32, icon: UInt32 = 0) {
        server.point(5, 5)
        server.button(pressed: true)
        giver.drag(source, from: origin.surface, icon: icon)
        // The press has brought the large window to the front: make it small to see the other one.
        giver.wire.send(origin.role, 8, [.int(20), .int(20)])
        giver.wire.send(origin.role, 7, [.int(20), .int(20)])
        giver.wire.send(origin.shell, 3, [.int(0), .int(0), .int(20), .int(20)])
        let region = giver.shell.surfaces.makeRegion([(0, 0, 20, 20)])
        giver.wire.send(origin.surface, 5, [.uint(region)])
        giver.shell.surfaces.commit(origin.surface)
    }

    /// Moves over the destination, off the corner that the other window may cover.
    private func enter() {
        server.point(275, 195)
        taker.wire.roundTrip()
        giver.wire.roundTrip()
    }

    private func accept(_ type: String?, actions: UInt32, preferred: UInt32) {
        let offer = taker.lastOffer
        if let type { taker.wire.send(offer, 0, [.uint(0), .string(type)]) }
        taker.wire.send(offer, 4, [.uint(actions), .uint(preferred)])
        taker.wire.roundTrip()
        giver.wire.roundTrip()
    }

    @Test func fromOneClientToAnother() {
        let source = giver.makeSource("text/plain", actions: Action.copy | Action.move)
        begin(source)
        enter()
        let offer = taker.lastOffer
        #expect(taker.types(of: offer) == ["text/plain"])
        let enter = taker.wire.events(of: taker.device, 1).last
        #expect(enter?.words[1] == target.surface && enter?.words[4] == offer)
        #expect(enter?.fixed(2) == 5 && enter?.fixed(3) == 5)
        #expect(taker.wire.events(of: offer, 1).last?.words == [3])
        accept("text/plain", actions: Action.copy | Action.move, preferred: Action.move)
        #expect(taker.wire.events(of: offer, 2).last?.words == [Action.move])
        #expect(giver.wire.events(of: source, 5).last?.words == [Action.move])
        #expect(giver.wire.events(of: source, 0).last?.string(at: 0) == "text/plain")
        server.point(280, 200, at: 9)
        taker.wire.roundTrip()
        #expect(taker.wire.events(of: taker.device, 3).last?.words[0] == 9)
        server.button(pressed: false)
        #expect(taker.opcodes(taker.device).last == 4)
        #expect(giver.opcodes(source).last == 3)
        taker.wire.send(offer, 3)
        taker.wire.send(offer, 2)
        taker.wire.roundTrip()
        #expect(giver.opcodes(source).last == 4)
        #expect(taker.wire.error == nil && giver.wire.error == nil)
    }

    @Test func theClientLosesThePointerMeanwhile() {
        begin(giver.makeSource("a/a", actions: Action.copy))
        #expect(giver.opcodes(giver.shell.pointer).suffix(2) == [1, 5])
        server.point(315, 235)
        #expect(giver.opcodes(giver.shell.pointer).last == 5)
        server.button(pressed: false)
        #expect(giver.opcodes(giver.shell.pointer).suffix(2) == [0, 5])
    }

    @Test func nothingAcceptedIsCancelled() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        begin(source)
        enter()
        server.button(pressed: false)
        #expect(taker.opcodes(taker.device).last == 2)
        #expect(giver.opcodes(source).last == 2)
    }

    @Test func noCommonActionIsCancelled() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        begin(source)
        enter()
        accept("a/a", actions: Action.move, preferred: Action.move)
        server.button(pressed: false)
        #expect(giver.opcodes(source).last == 2)
    }

    @Test func droppedOnNothingIsCancelled() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        begin(source)
        server.point(600, 20)
        server.button(pressed: false)
        #expect(giver.opcodes(source).last == 2)
    }

    @Test func asking() {
        let source = giver.makeSource("a/a", actions: Action.copy | Action.move | Action.ask)
        begin(source)
        enter()
        let offer = taker.lastOffer
        accept("a/a", actions: Action.copy | Action.move | Action.ask, preferred: Action.ask)
        #expect(taker.wire.events(of: offer, 2).last?.words == [Action.ask])
        server.button(pressed: false)
        taker.wire.send(offer, 4, [.uint(Action.move), .uint(Action.move)])
        taker.wire.send(offer, 3)
        taker.wire.roundTrip()
        giver.wire.roundTrip()
        #expect(taker.wire.error == nil)
        #expect(giver.wire.events(of: source, 5).last?.words == [Action.move])
        #expect(giver.opcodes(source).suffix(2) == [5, 4])
    }

    @Test func destroyingADroppedOfferCancels() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        begin(source)
        enter()
        accept("a/a", actions: Action.copy, preferred: Action.copy)
        server.button(pressed: false)
        taker.wire.send(taker.lastOffer, 2)
        taker.wire.roundTrip()
        #expect(giver.opcodes(source).last == 2)
    }

    @Test func aSourceThatVanishesEndsTheDrag() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        begin(source)
        enter()
        giver.wire.send(source, 1)
        giver.wire.roundTrip()
        #expect(taker.opcodes(taker.device).last == 2)
        server.point(280, 200)
        #expect(taker.opcodes(taker.device).last == 2)
        server.button(pressed: false)
        taker.wire.roundTrip()
        #expect(taker.wire.events(of: taker.shell.pointer, 0).last?.words[1] == target.surface)
    }

    @Test func clientsThatVanishEndTheDrag() {
        begin(giver.makeSource("a/a", actions: Action.copy))
        enter()
        giver.wire.hangUp()
        server.pump()
        #expect(taker.opcodes(taker.device).last == 2)
        server.button(pressed: false)
        server.point(281, 201)
        #expect(taker.wire.error == nil)
    }

    @Test func aDestinationThatVanishesIsLeft() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        begin(source)
        enter()
        taker.wire.hangUp()
        server.pump()
        server.point(280, 200)
        server.button(pressed: false)
        #expect(giver.opcodes(source).last == 2)
    }

    @Test func aDestinationThatVanishesBeforeTheDropGetsNone() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        begin(source)
        enter()
        accept("a/a", actions: Action.copy, preferred: Action.copy)
        taker.wire.hangUp()
        server.pump()
        server.button(pressed: false)
        #expect(giver.opcodes(source).last == 2)
        #expect(!giver.opcodes(source).contains(3))
    }

    @Test func withoutASourceItStaysWithinTheClient() {
        begin(0)
        server.point(6, 6)
        enter()
        server.button(pressed: false)
        #expect(taker.opcodes(taker.device).allSatisfy { $0 == 5 }, "selections only")
        #expect(giver.wire.error == nil)
    }

    @Test func theIconFollowsThePointer() {
        let icon = giver.shell.surfaces.makeSurface()
        begin(giver.makeSource("a/a", actions: Action.copy), icon: icon)
        giver.shell.surfaces.show(giver.shell.surfaces.makeBuffer(8, 8), on: icon)
        server.point(100, 300)
        #expect(server.frames.last == Rect(x: 100, y: 300, width: 8, height: 8))
        giver.wire.send(icon, 10, [.int(-4), .int(2)])
        giver.shell.surfaces.commit(icon)
        #expect(server.frames.last == Rect(x: 96, y: 302, width: 8, height: 8))
        enter()
        #expect(!taker.opcodes(taker.device).filter { $0 == 1 }.isEmpty, "the icon hides nothing")
        server.button(pressed: false)
        #expect(server.frames.count == 2)
    }

    @Test func iconsOfAnotherRoleAreAnError() {
        server.point(5, 5)
        server.button(pressed: true)
        giver.drag(giver.makeSource("a/a", actions: Action.copy), from: origin.surface, icon: origin.surface)
        #expect(giver.wire.error?.object == giver.device)
        #expect(giver.wire.error?.code == WlDataDevice.ErrorCode.role.rawValue)
    }

    @Test func withoutAPressNothingStarts() {
        server.click(5, 5)
        let source = giver.makeSource("a/a", actions: Action.copy)
        giver.drag(source, from: origin.surface)
        #expect(giver.opcodes(source) == [2])
        server.point(6, 6)
        giver.wire.roundTrip()
        #expect(giver.wire.events(of: giver.device, 1).isEmpty)
    }

    @Test func fingersDragToo() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        server.touch(.down(1, 5, 5))
        giver.wire.roundTrip()
        let serial = giver.wire.events(of: giver.shell.touch, 0).last?.words[0]
        giver.drag(source, from: origin.surface, serial: serial)
        server.touch(.motion(1, 7, 7))
        giver.wire.roundTrip()
        #expect(giver.wire.events(of: giver.device, 3).last?.fixed(1) == 7)
        let offer = giver.lastOffer
        giver.wire.send(offer, 0, [.uint(0), .string("a/a")])
        giver.wire.send(offer, 4, [.uint(Action.copy), .uint(Action.copy)])
        giver.wire.roundTrip()
        server.touch(.up(1))
        #expect(giver.opcodes(giver.device).last == 4)
        #expect(giver.opcodes(source).last == 3)
        #expect(giver.wire.events(of: giver.shell.touch, 1).isEmpty)
    }

    @Test func cancelledFingersCancelTheDrag() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        server.touch(.down(1, 5, 5))
        giver.wire.roundTrip()
        let serial = giver.wire.events(of: giver.shell.touch, 0).last?.words[0]
        giver.drag(source, from: origin.surface, serial: serial)
        server.content.deliver(.touchCancel)
        server.pump()
        #expect(giver.opcodes(source).last == 2)
    }

    @Test(arguments: [
        (UInt32(8), UInt32(0), WlDataOffer.ErrorCode.invalidActionMask), (3, 4, .invalidAction), (7, 3, .invalidAction),
    ])
    func actionsThatAreNone(actions: UInt32, preferred: UInt32, error: WlDataOffer.ErrorCode) {
        begin(giver.makeSource("a/a", actions: 7))
        enter()
        accept("a/a", actions: actions, preferred: preferred)
        #expect(taker.wire.error?.object == taker.lastOffer)
        #expect(taker.wire.error?.code == error.rawValue)
    }

    @Test func finishingBeforeTheDropIsAnError() {
        begin(giver.makeSource("a/a", actions: Action.copy))
        enter()
        accept("a/a", actions: Action.copy, preferred: Action.copy)
        taker.wire.send(taker.lastOffer, 3)
        taker.wire.roundTrip()
        #expect(taker.wire.error?.code == WlDataOffer.ErrorCode.invalidFinish.rawValue)
    }

    @Test func requestsAfterFinishingAreAnError() {
        begin(giver.makeSource("a/a", actions: Action.copy))
        enter()
        accept("a/a", actions: Action.copy, preferred: Action.copy)
        server.button(pressed: false)
        taker.wire.send(taker.lastOffer, 3)
        taker.wire.send(taker.lastOffer, 0, [.uint(0), .string("a/a")])
        taker.wire.roundTrip()
        #expect(taker.wire.error?.code == WlDataOffer.ErrorCode.invalidOffer.rawValue)
    }

    @Test func sourceActionsComeOnceAndAreKnown() {
        let source = giver.makeSource("a/a", actions: Action.copy)
        giver.wire.send(source, 2, [.uint(Action.copy)])
        giver.wire.roundTrip()
        #expect(giver.wire.error?.code == WlDataSource.ErrorCode.invalidSource.rawValue)
        let other = taker.makeSource("a/a", actions: 16)
        taker.wire.roundTrip()
        #expect(taker.wire.error?.object == other)
        #expect(taker.wire.error?.code == WlDataSource.ErrorCode.invalidActionMask.rawValue)
    }

    @Test func modifiersChooseTheAction() {
        let all: WlDataDeviceManager.DndAction = [.copy, .move, .ask]
        func choose(_ preferred: WlDataDeviceManager.DndAction, _ modifiers: DragModifiers)
            -> WlDataDeviceManager.DndAction
        {
            DragActionChoice.choose(source: all, destination: all, preferred: preferred, modifiers: modifiers)
        }
        #expect(choose(.ask, DragModifiers()) == .ask)
        #expect(choose([], DragModifiers()) == .copy)
        #expect(choose(.ask, DragModifiers(isShift: true)) == .move)
        #expect(choose(.move, DragModifiers(isControl: true)) == .copy)
        #expect(
            DragActionChoice.choose(source: .move, destination: .copy, preferred: .copy, modifiers: DragModifiers())
                .isEmpty)
    }
}
