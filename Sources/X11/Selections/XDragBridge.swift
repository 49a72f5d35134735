package import Geometry
package import Mirroring

/// Carries drags between the windows of X and of Wayland, as the XDND protocol has it (version 5).
///
/// For a program of X that drags, our window is one more target. It lies in front of X's windows while the pointer is over a window of
/// Wayland. For the windows of X, we are the source of what a program of Wayland drags. There is one drag at a time, because the
/// selection that carries the data has one owner. Everything that happens is a call, and what is to be done about it comes back as steps.
///
/// ```
/// X to Wayland:  followed --XdndEnter--> visiting --XdndDrop--> dropped --the window has taken it--> the end
///                    ^---- XdndLeave --------'
/// Wayland to X:  dragging, over a window that is asked whether it takes part, then entered
///                    --the user's drop--> undecided --XdndStatus--> dropped --XdndFinished--> the end
/// ```
package struct XDragBridge {
    /// A program of X drags.
    private struct Incoming {
        enum Phase {
            /// Our window was not entered, or was left.
            case followed
            case visiting
            case dropped
        }

        /// The program's window, which owns the selection and sends the messages.
        let source: UInt32
        var phase = Phase.followed
        /// Whether our window lies in front of X's.
        var isCovering = false
        /// Whether the program has left our window and not entered it again: the user may have cancelled the drag.
        var hasLeft = false
        /// What the window of Wayland would do with a drop.
        var answer: XDragAction?
        /// When the next message is due: the program's after the button was lifted, the reader's after the drop.
        var deadline: Int64?
    }

    /// A program of Wayland drags over a window of X.
    private struct Outgoing {
        enum Phase {
            case dragging
            /// The user has dropped, and the window has yet to say whether it takes the drop.
            case undecided
            case dropped
        }

        let window: UInt32
        /// How the window takes part; nil while it is asked.
        var party: XDragParty?
        var phase = Phase.dragging
        var isEntered = false
        /// Whether the window has yet to answer the last place. The next place waits for that.
        var isAnswering = false
        /// The place that the window has yet to be told.
        var place: (point: Point<ContentSpace>, action: XDragAction)?
        /// What the window would do with a drop.
        var answer: XDragAction?
        var deadline: Int64?
    }

    /// The version of the protocol that we speak, and the oldest one of programs that take part.
    package static let version: UInt32 = 5
    package static let oldest: UInt32 = 3
    /// How long a program of X may take for its next message once the button is lifted, in microseconds.
    static let sourcesPatience: Int64 = 5_000_000
    /// How long a window of X may take to say whether it takes a drop, in microseconds.
    static let targetsPatience: Int64 = 3_000_000
    /// How long whoever gets a drop may take to read the data, in microseconds.
    static let readersPatience: Int64 = 120_000_000

    private var incoming: Incoming?
    private var outgoing: Outgoing?
    /// Whether we own the selection. Windows of X are entered only then.
    private var isOwned = false

    package init() {}

    /// When `expire` is next needed; nil while nothing is waited for.
    package var deadline: Int64? { [incoming?.deadline, outgoing?.deadline].compactMap(\.self).min() }

    /// Whether nothing is dragged that both sides know of.
    package var isIdle: Bool { incoming == nil && outgoing == nil }

    // MARK: The owner of the selection

    /// A program of X has become the owner, with this window: it drags.
    package mutating func programOwns(window: UInt32) -> [XDragStep] {
        isOwned = false
        let steps = endIncoming() + loseOutgoing()
        incoming = Incoming(source: window)
        return steps + [.follow]
    }

    /// No button or finger is pressed on a window of X: nothing is dragged with them.
    package mutating func isNotFollowed() -> [XDragStep] {
        incoming = nil
        return []
    }

    package mutating func weOwn() -> [XDragStep] {
        isOwned = true
        return endIncoming() + advance()
    }

    package mutating func nobodyOwns() -> [XDragStep] {
        isOwned = false
        return endIncoming() + loseOutgoing()
    }

    // MARK: What the seat tells

    package mutating func take(_ event: XDragEvent, now: Int64) -> [XDragStep] {
        switch event {
        case .overWayland(let isOver): return cover(isOver)
        case .lifted:
            guard let drag = incoming, drag.phase != .dropped else { return [] }
            // Over windows of X, the program settles the drop with them.
            if drag.phase == .followed, !drag.isCovering || drag.hasLeft { return endIncoming() }
            incoming?.deadline = now + Self.sourcesPatience
            return []
        case .lost: return incoming?.phase == .dropped ? [] : endIncoming()
        case .answered(let action): return answered(action)
        case .finished(let action): return finished(action)
        case .entered(let window):
            let steps = leave()
            outgoing = Outgoing(window: window.number)
            return steps + [.ask(window.number)]
        case .moved(let point, let action):
            guard outgoing?.phase == .dragging else { return [] }
            outgoing?.place = (point, action)
            return advance()
        case .left: return leave()
        case .dropped:
            guard outgoing != nil else { return [.finish(nil)] }
            outgoing?.phase = .undecided
            outgoing?.deadline = now + Self.targetsPatience
            return decide(now)
        case .ended:
            isOwned = false
            return leave()
        }
    }

    // MARK: A program of X drags

    private mutating func cover(_ isOver: Bool) -> [XDragStep] {
        guard let drag = incoming, drag.phase != .dropped, drag.isCovering != isOver else { return [] }
        incoming?.isCovering = isOver
        return [.cover(isOver)]
    }

    /// A message of a program of X, which says that `source` is its window.
    package mutating func take(_ message: XDragSourceMessage, from source: UInt32, now: Int64) -> [XDragStep] {
        // A program whose drag has ended here waits for this.
        let refusal: [XDragStep] = message == .drop ? [.sendFinished(to: source, nil)] : []
        guard let drag = incoming, drag.source == source else { return refusal }
        switch (message, drag.phase) {
        case (.enter(let version, let types), .followed), (.enter(let version, let types), .visiting):
            guard version >= Self.oldest else { return [] }
            incoming?.phase = .visiting
            incoming?.hasLeft = false
            incoming?.answer = nil
            let leaving: [XDragStep] = drag.phase == .visiting ? [.withdraw] : []
            return leaving + [types.map(XDragStep.offer) ?? .readTypes(of: source)]
        case (.position(let action), .visiting): return [.propose(action), .sendStatus(to: source, drag.answer)]
        case (.leave, .visiting):
            incoming?.phase = .followed
            incoming?.hasLeft = true
            incoming?.answer = nil
            return [.withdraw] + (drag.deadline == nil ? [] : endIncoming())
        case (.drop, .visiting):
            let steps = cover(false)
            incoming?.phase = .dropped
            incoming?.deadline = now + Self.readersPatience
            return steps + [.drop]
        default: return refusal
        }
    }

    private mutating func answered(_ action: XDragAction?) -> [XDragStep] {
        guard let drag = incoming, drag.phase == .visiting, drag.answer != action else { return [] }
        incoming?.answer = action
        return [.sendStatus(to: drag.source, action)]
    }

    private mutating func finished(_ action: XDragAction?) -> [XDragStep] {
        incoming?.phase == .dropped ? endIncoming(action) : []
    }

    /// Ends the drag, of which this has become if it was dropped.
    private mutating func endIncoming(_ outcome: XDragAction? = nil) -> [XDragStep] {
        guard let drag = incoming else { return [] }
        incoming = nil
        var steps: [XDragStep] = drag.isCovering ? [.cover(false)] : []
        if drag.phase == .dropped {
            if outcome == .move { steps.append(.delete) }
            steps.append(.sendFinished(to: drag.source, outcome))
        }
        return steps + [.stopFollowing]
    }

    // MARK: A program of Wayland drags

    /// The window takes part in this way, or not at all.
    package mutating func asked(_ window: UInt32, _ party: XDragParty?) -> [XDragStep] {
        guard let drag = outgoing, drag.window == window, drag.party == nil else { return [] }
        guard let party else {
            outgoing = nil
            return drag.phase == .undecided ? [.finish(nil)] : []
        }
        outgoing?.party = party
        return advance()
    }

    /// Tells the window of the drag and of its last place, as soon as it may be told.
    private mutating func advance() -> [XDragStep] {
        guard isOwned, let drag = outgoing, let party = drag.party, drag.phase != .dropped else { return [] }
        var steps: [XDragStep] = []
        if !drag.isEntered {
            outgoing?.isEntered = true
            steps += [.allowReading(true), .sendEnter(party)]
        }
        if let place = drag.place, !drag.isAnswering {
            outgoing?.place = nil
            outgoing?.isAnswering = true
            steps.append(.sendPosition(party, place.point, place.action))
        }
        return steps
    }

    /// The window answers the last place: it would take a drop with this action, or not at all.
    package mutating func status(from window: UInt32, _ action: XDragAction?, now: Int64) -> [XDragStep] {
        guard let drag = outgoing, drag.window == window, drag.isAnswering, drag.phase != .dropped else { return [] }
        outgoing?.isAnswering = false
        outgoing?.answer = action
        let answer: [XDragStep] = drag.phase == .dragging && drag.answer != action ? [.answer(action)] : []
        return answer + advance() + decide(now)
    }

    /// Drops once the window has answered the last place, or gives up.
    private mutating func decide(_ now: Int64) -> [XDragStep] {
        guard let drag = outgoing, drag.phase == .undecided, !drag.isAnswering, drag.place == nil, drag.isEntered,
            let party = drag.party
        else { return [] }
        guard drag.answer != nil else { return loseOutgoing() }
        outgoing?.phase = .dropped
        outgoing?.deadline = now + Self.readersPatience
        return [.sendDrop(party)]
    }

    /// The window has done with the drop. Before version 5 it does not say what it has done.
    package mutating func finished(from window: UInt32, _ action: XDragAction?) -> [XDragStep] {
        guard let drag = outgoing, drag.window == window, drag.phase == .dropped else { return [] }
        outgoing = nil
        return [.allowReading(false), .finish(drag.party?.version ?? 0 < 5 ? drag.answer : action)]
    }

    /// A window is gone.
    package mutating func windowEnded(_ window: UInt32) -> [XDragStep] {
        guard let drag = outgoing, drag.window == window || drag.party?.receiver == window else { return [] }
        // Nobody is there to be told that it was left.
        outgoing?.isEntered = false
        return loseOutgoing() + (drag.isEntered ? [.allowReading(false)] : [])
    }

    /// The window gets no more of the drag, which may go on elsewhere.
    private mutating func loseOutgoing() -> [XDragStep] {
        guard let drag = outgoing else { return [] }
        let steps = leave()
        return steps + (drag.phase != .dragging ? [.finish(nil)] : drag.answer != nil ? [.answer(nil)] : [])
    }

    private mutating func leave() -> [XDragStep] {
        guard let drag = outgoing else { return [] }
        outgoing = nil
        guard drag.isEntered, let party = drag.party else { return [] }
        return (drag.phase == .dropped ? [] : [.sendLeave(party)]) + [.allowReading(false)]
    }

    // MARK: Time

    /// Ends what has rested for too long.
    package mutating func expire(now: Int64) -> [XDragStep] {
        var steps: [XDragStep] = []
        if let deadline = incoming?.deadline, deadline <= now { steps += endIncoming() }
        if let deadline = outgoing?.deadline, deadline <= now { steps += loseOutgoing() }
        return steps
    }
}

/// What a program of X that drags sends to the window below.
package enum XDragSourceMessage: Hashable, Sendable {
    /// With the types, as the numbers of atoms; nil for more than fit the message.
    case enter(version: UInt32, types: [UInt32]?)
    case position(XDragAction)
    case leave
    case drop
}

/// How a window of X takes part in drags.
package struct XDragParty: Hashable, Sendable {
    package let window: UInt32
    /// The window that gets the messages: the same, or another one that stands in for it.
    package let receiver: UInt32
    /// The version that both sides speak.
    package let version: UInt32

    package init(window: UInt32, receiver: UInt32, version: UInt32) {
        (self.window, self.receiver, self.version) = (window, receiver, version)
    }
}

/// What the adapter does for the drags.
package enum XDragStep: Hashable, Sendable {
    // A program of X drags.

    /// Have the seat follow the press on a window of X; if there is none, answer with `isNotFollowed`.
    case follow
    case stopFollowing
    /// Bring our window in front of X's, so that the program finds it below the pointer, or hide it.
    case cover(Bool)
    /// Offer these types, the numbers of atoms, to the window of Wayland.
    case offer([UInt32])
    /// Offer the types in the property of the program's window.
    case readTypes(of: UInt32)
    case propose(XDragAction)
    /// The window of Wayland gets no more of the drag.
    case withdraw
    /// Drop what is offered. The seat tells what becomes of it.
    case drop
    /// Have the program delete what was moved.
    case delete
    case sendStatus(to: UInt32, XDragAction?)
    case sendFinished(to: UInt32, XDragAction?)

    // A program of Wayland drags.

    /// Look whether a window takes part in drags, and answer with `asked`.
    case ask(UInt32)
    case sendEnter(XDragParty)
    case sendPosition(XDragParty, Point<ContentSpace>, XDragAction)
    case sendLeave(XDragParty)
    case sendDrop(XDragParty)
    /// Let programs of X read what is dragged, or no longer.
    case allowReading(Bool)
    /// Tell the seat whether the window would take a drop.
    case answer(XDragAction?)
    /// Tell the seat what has become of the drop.
    case finish(XDragAction?)
}
