import Control
import Mirroring

/// What one page asks of the service: which commands it may send, and what it holds pressed.
///
/// The fingers of several pages share the virtual panel; each finger gets a number there that no other has. What a page holds when it leaves is
/// released.
struct PageInput {
    /// Why a page's line is not passed on.
    struct Refusal: Error, Hashable {
        let reason: String
    }

    /// The numbers of fingers in use, of all pages.
    final class Fingers {
        fileprivate var used: Set<Int32> = []
        init() {}
    }

    private let access: Doorkeeper.Access
    private let fingers: Fingers
    /// The page's numbers and those that the service knows.
    private var held: [Int32: Int32] = [:]
    private var buttons: Set<UInt32> = []
    private var keys: Set<UInt32> = []
    private var penIsNear = false
    private var penIsDown = false
    private var penButtons: Set<UInt32> = []
    /// Whether two fingers scroll, and whether a touchpad's gesture is under way.
    private var (isScrolling, isGesturing) = (false, false)

    /// The most fingers of one page.
    static let maximumFingers = 20

    init(_ access: Doorkeeper.Access, _ fingers: Fingers) {
        self.access = access
        self.fingers = fingers
    }

    /// The command to pass on for a page's command.
    mutating func admit(_ command: any ControlCommand) throws(Refusal) -> any ControlCommand {
        let name = type(of: command).name
        guard Self.viewing.contains(name) || access == .full && Self.changing.contains(where: name.hasPrefix) else {
            throw Refusal(reason: "\(name) is not allowed")
        }
        switch command {
        case let touch as TouchRequest: return try admit(touch)
        case PointerRequest.button(let button, let pressed): buttons.set(button, pressed)
        case PointerRequest.fingerScroll(let dx, let dy): isScrolling = dx != 0 || dy != 0
        case GestureRequest.begin: isGesturing = true
        case GestureRequest.end: isGesturing = false
        case let key as KeyRequest: keys.set(key.code, key.pressed)
        case let pen as PenRequest: note(pen)
        default: break
        }
        return command
    }

    /// The commands that release what the page holds.
    mutating func release() -> [any ControlCommand] {
        var commands: [any ControlCommand] = held.values.sorted().map { TouchRequest.cancel(slot: $0) }
        commands += buttons.sorted().map { PointerRequest.button($0, pressed: false) }
        commands += keys.sorted().map { KeyRequest(code: $0, pressed: false) }
        if isScrolling { commands.append(PointerRequest.fingerScroll(dx: 0, dy: 0)) }
        if isGesturing { commands.append(GestureRequest.end(isCancelled: true)) }
        commands += penButtons.sorted().map { PenRequest.button($0, pressed: false) }
        if penIsDown { commands.append(PenRequest.up) }
        if penIsNear { commands.append(PenRequest.away) }
        fingers.used.subtract(held.values)
        self = PageInput(access, fingers)
        return commands
    }

    /// What every page may ask.
    private static let viewing: Set = ["status", "outputs", "windows", "events"]

    /// What a page with full access may ask beside: the beginnings of names. Programs are not started, files not written, and keys not read.
    private static let changing = [
        "virtual.", "pip", "hud", "present", "mirror", "externals.", "controller.", "keyboard.", "panel.", "menu.",
        "blank", "freeze",
        "windows.", "brightness",
    ]

    private mutating func admit(_ touch: TouchRequest) throws(Refusal) -> TouchRequest {
        switch touch {
        case .down(let slot, let point):
            guard held[slot] == nil else { throw Refusal(reason: "finger \(slot) is down already") }
            guard held.count < Self.maximumFingers, let free = (0...255).first(where: { !fingers.used.contains($0) })
            else {
                throw Refusal(reason: "too many fingers")
            }
            held[slot] = free
            fingers.used.insert(free)
            return .down(slot: free, point)
        case .move(let slot, let point): return .move(slot: try number(slot), point)
        case .up(let slot): return .up(slot: try lift(slot))
        case .cancel(let slot): return .cancel(slot: try lift(slot))
        }
    }

    private func number(_ slot: Int32) throws(Refusal) -> Int32 {
        guard let number = held[slot] else { throw Refusal(reason: "finger \(slot) is not down") }
        return number
    }

    private mutating func lift(_ slot: Int32) throws(Refusal) -> Int32 {
        let number = try number(slot)
        held[slot] = nil
        fingers.used.remove(number)
        return number
    }

    private mutating func note(_ pen: PenRequest) {
        switch pen {
        case .near: penIsNear = true
        case .down: penIsDown = true
        case .up: penIsDown = false
        case .away: (penIsNear, penIsDown) = (false, false)
        case .button(let button, let pressed): penButtons.set(button, pressed)
        case .move: break
        }
    }
}

extension Set {
    fileprivate mutating func set(_ member: Element, _ isIn: Bool) {
        if isIn { insert(member) } else { remove(member) }
    }
}
