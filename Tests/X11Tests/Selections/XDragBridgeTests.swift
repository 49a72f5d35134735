import Geometry
import Mirroring
import Testing

@testable import X11

/// What the bridge does with one drag after the other.
@Suite struct XDragBridgeTests {
    private var bridge = XDragBridge()
    private static let source: UInt32 = 5
    private static let window: UInt32 = 7
    private static let party = XDragParty(window: window, receiver: window, version: 5)
    private static let place = Point<ContentSpace>(x: 10, y: 20)

    // MARK: From X to Wayland

    /// A program of X drags over a window of Wayland, and has found our window there.
    private mutating func visit() {
        #expect(bridge.programOwns(window: Self.source) == [.follow])
        #expect(bridge.take(.overWayland(true), now: 0) == [.cover(true)])
        #expect(bridge.take(.enter(version: 5, types: [1, 2]), from: Self.source, now: 0) == [.offer([1, 2])])
    }

    @Test mutating func aDropOnAWindowOfWayland() {
        visit()
        #expect(
            bridge.take(.position(.move), from: Self.source, now: 0)
                == [.propose(.move), .sendStatus(to: Self.source, nil)])
        #expect(bridge.take(.answered(.move), now: 0) == [.sendStatus(to: Self.source, .move)])
        #expect(bridge.take(.answered(.move), now: 0) == [], "nothing new")
        #expect(bridge.take(.lifted, now: 0) == [])
        #expect(bridge.take(.drop, from: Self.source, now: 1) == [.cover(false), .drop])
        // The program has to delete what was moved before it is told of the end.
        #expect(
            bridge.take(.finished(.move), now: 2) == [.delete, .sendFinished(to: Self.source, .move), .stopFollowing])
        #expect(bridge.isIdle && bridge.deadline == nil)
    }

    @Test mutating func manyTypesAreRead() {
        _ = bridge.programOwns(window: Self.source)
        #expect(
            bridge.take(.enter(version: 4, types: nil), from: Self.source, now: 0) == [.readTypes(of: Self.source)])
    }

    @Test mutating func withoutAPressNothingIsFollowed() {
        _ = bridge.programOwns(window: Self.source)
        #expect(bridge.isNotFollowed() == [])
        #expect(bridge.take(.enter(version: 5, types: [1]), from: Self.source, now: 0) == [])
        #expect(bridge.isIdle)
    }

    @Test mutating func messagesOfOthersAreDropped() {
        let messages: [XDragSourceMessage] = [.enter(version: 5, types: [1]), .position(.copy), .leave]
        for message in messages { #expect(bridge.take(message, from: Self.source, now: 0) == []) }
        #expect(bridge.take(.drop, from: Self.source, now: 0) == [.sendFinished(to: Self.source, nil)])
        visit()
        for message in messages { #expect(bridge.take(message, from: 6, now: 0) == []) }
        #expect(bridge.take(.drop, from: 6, now: 0) == [.sendFinished(to: 6, nil)])
        // Nor is what comes out of order.
        #expect(bridge.take(.leave, from: Self.source, now: 0) == [.withdraw])
        #expect(bridge.take(.position(.copy), from: Self.source, now: 0) == [])
        #expect(bridge.take(.leave, from: Self.source, now: 0) == [])
        #expect(bridge.take(.drop, from: Self.source, now: 0) == [.sendFinished(to: Self.source, nil)])
        #expect(bridge.take(.enter(version: 2, types: [1]), from: Self.source, now: 0) == [], "too old")
    }

    /// As after Escape: the program may keep the selection, and X's windows must not stay covered.
    @Test mutating func aDragThatTheProgramHasLeftEndsWithThePress() {
        visit()
        #expect(bridge.take(.leave, from: Self.source, now: 0) == [.withdraw])
        #expect(bridge.take(.lifted, now: 0) == [.cover(false), .stopFollowing])
        #expect(bridge.isIdle)
    }

    @Test mutating func aDragWithinXIsLeftAlone() {
        #expect(bridge.programOwns(window: Self.source) == [.follow])
        #expect(bridge.take(.lifted, now: 0) == [.stopFollowing])
        #expect(bridge.nobodyOwns() == [])
    }

    @Test mutating func whateverEndsADragOfXEndsIt() {
        let ends: [(inout XDragBridge) -> [XDragStep]] = [
            { $0.nobodyOwns() }, { $0.take(.lost, now: 0) }, { $0.weOwn() },
            { $0.take(.lifted, now: 0) + $0.expire(now: XDragBridge.sourcesPatience) },
        ]
        for end in ends {
            bridge = XDragBridge()
            visit()
            #expect(end(&bridge) == [.cover(false), .stopFollowing])
            #expect(bridge.isIdle && bridge.deadline == nil)
            // A program that drops all the same is not kept waiting.
            #expect(bridge.take(.drop, from: Self.source, now: 0) == [.sendFinished(to: Self.source, nil)])
        }
    }

    @Test mutating func aReaderThatNeverFinishesCostsOnlyThatDrag() {
        visit()
        _ = bridge.take(.drop, from: Self.source, now: 0)
        #expect(bridge.expire(now: XDragBridge.readersPatience - 1) == [])
        #expect(
            bridge.expire(now: XDragBridge.readersPatience) == [.sendFinished(to: Self.source, nil), .stopFollowing])
        #expect(bridge.take(.finished(.copy), now: 0) == [])
        // Nor does the next drag leave the program waiting.
        visit()
        _ = bridge.take(.drop, from: Self.source, now: 0)
        #expect(bridge.take(.lost, now: 0) == [], "the button does not matter any more")
        #expect(
            bridge.programOwns(window: 6) == [.sendFinished(to: Self.source, nil), .stopFollowing, .follow])
    }

    // MARK: From Wayland to X

    /// A drag of Wayland has come to a window of X, which takes part.
    private mutating func enter() {
        #expect(bridge.weOwn() == [])
        #expect(bridge.take(.entered(XWindowID(Self.window)), now: 0) == [.ask(Self.window)])
        #expect(bridge.take(.moved(Self.place, .copy), now: 0) == [])
        #expect(
            bridge.asked(Self.window, Self.party)
                == [.allowReading(true), .sendEnter(Self.party), .sendPosition(Self.party, Self.place, .copy)])
    }

    @Test mutating func aDropOnAWindowOfX() {
        enter()
        #expect(bridge.status(from: Self.window, .copy, now: 0) == [.answer(.copy)])
        #expect(bridge.take(.dropped, now: 0) == [.sendDrop(Self.party)])
        #expect(bridge.finished(from: Self.window, .copy) == [.allowReading(false), .finish(.copy)])
        #expect(bridge.isIdle && bridge.deadline == nil)
    }

    @Test mutating func oldWindowsDoNotSayWhatTheyDid() {
        let party = XDragParty(window: Self.window, receiver: 8, version: 4)
        _ = bridge.weOwn()
        _ = bridge.take(.entered(XWindowID(Self.window)), now: 0)
        _ = bridge.asked(Self.window, party)
        _ = bridge.take(.moved(Self.place, .move), now: 0)
        _ = bridge.status(from: Self.window, .move, now: 0)
        #expect(bridge.take(.dropped, now: 0) == [.sendDrop(party)])
        #expect(bridge.finished(from: Self.window, nil) == [.allowReading(false), .finish(.move)])
    }

    @Test mutating func theNextPlaceWaitsForTheAnswerToTheLast() {
        enter()
        for x in 1...3 { #expect(bridge.take(.moved(Point(x: Double(x), y: 0), .move), now: 0) == []) }
        #expect(
            bridge.status(from: Self.window, nil, now: 0) == [.sendPosition(Self.party, Point(x: 3, y: 0), .move)])
        // An answer to no question is none.
        _ = bridge.status(from: Self.window, .move, now: 0)
        #expect(bridge.status(from: Self.window, nil, now: 0) == [])
        #expect(bridge.status(from: 8, nil, now: 0) == [])
    }

    @Test mutating func aDropWaitsForTheAnswer() {
        for answer in [XDragAction.move, nil] {
            bridge = XDragBridge()
            enter()
            #expect(bridge.take(.dropped, now: 0) == [])
            let steps = bridge.status(from: Self.window, answer, now: 0)
            if answer == nil {
                #expect(steps == [.sendLeave(Self.party), .allowReading(false), .finish(nil)])
            } else {
                #expect(steps == [.sendDrop(Self.party)])
            }
        }
    }

    @Test mutating func aWindowThatNeverAnswersCostsOnlyThatDrag() {
        enter()
        #expect(bridge.take(.dropped, now: 0) == [])
        let end: [XDragStep] = [.sendLeave(Self.party), .allowReading(false), .finish(nil)]
        #expect(bridge.expire(now: XDragBridge.targetsPatience) == end)
        // One that answers, and then never ends.
        bridge = XDragBridge()
        enter()
        _ = bridge.status(from: Self.window, .copy, now: 0)
        _ = bridge.take(.dropped, now: 0)
        #expect(bridge.expire(now: XDragBridge.readersPatience) == [.allowReading(false), .finish(nil)])
        #expect(bridge.isIdle && bridge.deadline == nil)
    }

    @Test mutating func windowsWithoutDragsAreNotEntered() {
        _ = bridge.weOwn()
        _ = bridge.take(.entered(XWindowID(Self.window)), now: 0)
        #expect(bridge.asked(Self.window, nil) == [])
        #expect(bridge.take(.moved(Self.place, .copy), now: 0) == [])
        #expect(bridge.take(.dropped, now: 0) == [.finish(nil)])
    }

    @Test mutating func nothingIsSaidBeforeTheSelectionIsOurs() {
        _ = bridge.take(.entered(XWindowID(Self.window)), now: 0)
        #expect(bridge.asked(Self.window, Self.party) == [])
        #expect(bridge.take(.moved(Self.place, .copy), now: 0) == [])
        #expect(
            bridge.weOwn()
                == [.allowReading(true), .sendEnter(Self.party), .sendPosition(Self.party, Self.place, .copy)])
    }

    @Test mutating func whateverEndsADragOfWaylandLeavesTheWindow() {
        enter()
        #expect(bridge.take(.left, now: 0) == [.sendLeave(Self.party), .allowReading(false)])
        enter()
        #expect(bridge.take(.ended, now: 0) == [.sendLeave(Self.party), .allowReading(false)])
        // A program of X takes the selection away, before and after the drop.
        enter()
        _ = bridge.status(from: Self.window, .copy, now: 0)
        #expect(
            bridge.programOwns(window: Self.source)
                == [.sendLeave(Self.party), .allowReading(false), .answer(nil), .follow])
        dropOnX()
        #expect(bridge.nobodyOwns() == [.allowReading(false), .finish(nil)])
        dropOnX()
        #expect(bridge.windowEnded(Self.window) == [.finish(nil), .allowReading(false)])
        #expect(bridge.windowEnded(Self.window) == [])
        #expect(bridge.isIdle)
    }

    /// A window of X has yet to take what was dropped on it.
    private mutating func dropOnX() {
        bridge = XDragBridge()
        enter()
        _ = bridge.status(from: Self.window, .copy, now: 0)
        #expect(bridge.take(.dropped, now: 0) == [.sendDrop(Self.party)])
    }
}
