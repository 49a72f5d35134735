import Geometry
import Mirroring
import TestSupport
import Testing

@testable import X11

/// Programs of X and of Wayland that drag in any manner, at random: in order and out of order, to the end and not.
@Suite struct XDragWorldTests {
    @Test(arguments: 0..<32) func nothingIsLeft(_ seed: UInt64) {
        var world = XDragWorld(seed: seed)
        for _ in 0..<3000 { world.step() }
        world.settle()
        #expect(world.drops > 0)
    }
}

/// What programs and the seat may do, and what they were told, around a bridge.
private struct XDragWorld {
    private var random: SplitMix64
    private var bridge = XDragBridge()
    private var now: Int64 = 0
    /// Whom the bridge has told what, which every one of them may rely on.
    private var isCovered = false
    private var isFollowing = false
    private var isVisited = false
    private var mayRead = false
    private var entered: XDragParty?
    /// The windows of X that are to say what has become of a drop.
    private var dropped: XDragParty?
    /// Whether the seat waits for the outcome of a drop on X.
    private var isAwaited = false
    /// Whether the seat is to say what has become of a drop of X's.
    private var owesOutcome = false
    /// The source of X's program that waits for the outcome.
    private var waitingSource: UInt32?
    private(set) var drops = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func step() {
        now += Int64.random(in: 0..<200_000, using: &random)
        let source = UInt32.random(in: 1...2, using: &random)
        let window = UInt32.random(in: 11...12, using: &random)
        let action = random.chance(25) ? nil : XDragAction.allCases.randomElement(using: &random)
        // Drags last for a while before something ends them.
        switch Int.random(in: random.chance(10) ? 0..<100 : 24..<97, using: &random) {
        case 0..<5:
            perform(bridge.programOwns(window: source))
            if random.chance(20) { perform(bridge.isNotFollowed()); isFollowing = false }
        case 5..<9: perform(bridge.weOwn())
        case 9..<11: perform(bridge.nobodyOwns())
        case 11..<19: if isFollowing { seat(.overWayland(random.chance(70))) }
        case 19..<22: if isFollowing { seat(.lifted) }
        case 22..<24: if isFollowing { seat(.lost) }
        case 24..<30: seat(.answered(action))
        case 30..<34: outcome(action)
        case 34..<42: if !isAwaited { seat(.entered(XWindowID(window))) }
        case 42..<52: if !isAwaited { seat(.moved(Point(x: 1, y: 2), action ?? .copy)) }
        case 52..<55: if !isAwaited { seat(.left) }
        case 55..<60:
            if !isAwaited {
                isAwaited = true
                seat(.dropped)
            }
        case 60..<61:
            isAwaited = false
            seat(.ended)
        case 61..<69: message(.enter(version: UInt32.random(in: 2...6, using: &random), types: [1]), source)
        case 69..<74: message(.position(action ?? .copy), source)
        case 74..<77: message(.leave, source)
        case 77..<81: message(.drop, source)
        case 81..<87:
            let party = XDragParty(window: window, receiver: random.chance(50) ? window : 20, version: 5)
            perform(bridge.asked(window, random.chance(10) ? nil : party))
        case 87..<93: perform(bridge.status(from: window, action, now: now))
        case 93..<97: windowFinished(window, action)
        case 97: windowEnds(window)
        default: if random.chance(10) { now += 10_000_000 }
        }
        perform(bridge.expire(now: now))
        check()
    }

    mutating func settle() {
        seat(.lost)
        if !isAwaited { seat(.left) }
        now += 2 * XDragBridge.readersPatience
        perform(bridge.expire(now: now))
        check()
        #expect(bridge.isIdle)
        #expect(bridge.deadline == nil)
        #expect(!isCovered && !mayRead && !isAwaited && !owesOutcome && waitingSource == nil)
        #expect(entered == nil && dropped == nil)
    }

    private func check() {
        // What is dropped, or will be, ends in time.
        if owesOutcome || isAwaited { #expect(bridge.deadline != nil) }
        if mayRead { #expect(entered != nil || dropped != nil) }
        if isCovered { #expect(isFollowing) }
        #expect(!(isFollowing && (entered != nil || dropped != nil)), "two drags at a time")
    }

    private mutating func seat(_ event: XDragEvent) {
        perform(bridge.take(event, now: now))
    }

    private mutating func outcome(_ action: XDragAction?) {
        guard owesOutcome else { return seat(.finished(action)) }
        owesOutcome = false
        seat(.finished(action))
    }

    private mutating func message(_ message: XDragSourceMessage, _ source: UInt32) {
        let steps = bridge.take(message, from: source, now: now)
        if steps.contains(.drop) { waitingSource = source }
        perform(steps)
    }

    private mutating func windowFinished(_ window: UInt32, _ action: XDragAction?) {
        perform(bridge.finished(from: window, action))
    }

    private mutating func windowEnds(_ window: UInt32) {
        if entered?.window == window { entered = nil }
        perform(bridge.windowEnded(window))
    }

    private mutating func perform(_ steps: [XDragStep]) {
        for step in steps { perform(step) }
    }

    private mutating func perform(_ step: XDragStep) {
        switch step {
        case .follow: (isFollowing, isVisited) = (true, false)
        case .stopFollowing:
            #expect(isFollowing)
            (isFollowing, isVisited, owesOutcome) = (false, false, false)
            #expect(waitingSource == nil, "the program was not told")
        case .cover(let isInFront):
            #expect(isInFront != isCovered)
            isCovered = isInFront
        case .offer, .readTypes:
            #expect(isFollowing && !isVisited)
            isVisited = true
        case .propose: #expect(isVisited)
        case .withdraw:
            #expect(isVisited)
            isVisited = false
        case .drop:
            #expect(isVisited && !owesOutcome)
            owesOutcome = true
            drops += 1
        case .delete: break
        case .sendStatus: #expect(isVisited && !owesOutcome)
        case .sendFinished(let source, _): if waitingSource == source { waitingSource = nil }
        case .ask: #expect(entered == nil)
        case .sendEnter(let party):
            #expect(entered == nil && dropped == nil && mayRead)
            entered = party
        case .sendPosition(let party, _, _): #expect(entered == party)
        case .sendLeave(let party):
            #expect(entered == party)
            entered = nil
        case .sendDrop(let party):
            #expect(entered == party && isAwaited)
            (entered, dropped) = (nil, party)
            drops += 1
        case .allowReading(let isAllowed):
            #expect(isAllowed != mayRead)
            mayRead = isAllowed
            if !isAllowed { dropped = nil }
        case .answer: #expect(!isAwaited)
        case .finish:
            #expect(isAwaited, "told twice")
            isAwaited = false
        }
    }
}
