import CWayland
import Geometry
@testable import Mirroring
import Runtime
import WaylandBinding

@testable import Wayland

/// The frontend in the test's own process, with windows that the test places itself.
final class TestServer {
    let display: WaylandDisplay
    let content: WaylandContent
    let windows = TestWindows()
    let seat = TestSeat()
    let observer = RecordingObserver()

    static let screen = LogicalScreen(
        name: "TEST-1", size: Size(width: 640, height: 480), refreshMilliHertz: 60_000,
        physicalSize: PhysicalSize(width: 160, height: 120), identity: DisplayIdentity(make: "TST", model: "Screen"))

    init(screen: LogicalScreen = TestServer.screen) throws {
        display = try WaylandDisplay(loop: EventLoop())
        content = try WaylandContent(display: display, screen: screen)
        content.extensions = try ProtocolList.surfaces(content)
        content.surfaces.attach(windows: windows, seat: seat)
        content.observer = observer
    }

    /// The whole frontend, with the real shell and seat, and with a touchscreen unless `hasTouchscreen` says otherwise.
    /// With the loop and the tools of `other`, so that `other.pump` serves this one too.
    init(
        layout: LayoutPolicy, screen: LogicalScreen = TestServer.screen, outputs: Int = 1,
        besides other: TestServer? = nil, clock: any LoopClock = MonotonicClock(), hasTouchscreen: Bool = true
    ) throws {
        display = try WaylandDisplay(loop: other?.display.loop ?? EventLoop(clock: clock), numberedBy: other?.display)
        content = try WaylandContent(
            display: display, screen: screen, keyboard: KeyboardConfiguration(), layout: layout,
            outputs: outputs, sharingTools: other?.content)
        content.observer = observer
        if hasTouchscreen { content.deliver(.touchscreenCame) }
    }

    /// A new client, already connected, and the server's side of it.
    func connect(privilege: ClientPrivilege = .application) -> (WireClient, Client?) {
        let (ours, theirs) = WireSocket.pair()
        let client = display.addClient(descriptor: ours, privilege: privilege)
        return (WireClient(descriptor: theirs) { [weak self] in self?.pump() }, client)
    }

    /// Handles what clients sent and sends what there is to say.
    func pump() {
        for _ in 0..<3 { display.loop.turn(timeoutMilliseconds: 0) }
    }

    /// The loop's time, in microseconds.
    var now: Int64 { display.loop.turnTime }

    /// Goes on until the condition holds; false where it does not within seconds.
    func pump(until condition: () -> Bool) -> Bool {
        let deadline = now + 5_000_000
        while !condition(), now < deadline { display.loop.turn(timeoutMilliseconds: 50) }
        return condition()
    }

    /// Shows these surfaces as windows of their own, back to front.
    func show(_ roots: [(Surface?, x: Int, y: Int)]) {
        windows.roots = roots.compactMap { surface, x, y in surface.map { PlacedRoot(surface: $0, x: x, y: y) } }
        content.surfaces.windowsChanged()
        pump()
    }

    /// The scene is composed and shown.
    func present(
        at microseconds: Int64 = 1_000_000, isHardwareClock: Bool = false, isVariable: Bool = false,
        isTorn: Bool = false
    ) {
        content.frameComposed(callingBack: false)
        content.framePresented(
            Presentation(
                time: Timestamp(microseconds: microseconds), refreshNanoseconds: 16_666_667, sequence: 7,
                isHardwareClock: isHardwareClock, isVariable: isVariable, isTorn: isTorn))
        pump()
    }

    /// The seat's selections, where there is a real seat.
    var clipboard: Selection? { content.attachments[Seat.self]?.clipboard }
    var primary: Selection? { content.attachments[Seat.self]?.primary }

    /// The scene's pictures as rectangles, back to front.
    var frames: [Rect<ContentSpace>] { content.scene.map(\.destination) }

    /// The middle row of the frontmost picture; empty without one.
    var middleRow: [UInt32] {
        guard let source = content.scene.last?.source else { return [] }
        var row: [UInt32] = []
        _ = source.withPixels { first in
            let start = first + source.size.height / 2 * source.stride
            row = (0..<source.size.width).map { start.load(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        return row
    }

    /// The first pixel of each of the scene's pictures, back to front.
    var pixels: [UInt32] {
        content.scene.map { element in
            var pixel: UInt32 = 0
            _ = element.source.withPixels { pixel = $0.load(as: UInt32.self) }
            return pixel
        }
    }
}

extension TestServer {
    /// The screen of a display with a mode of its own.
    static func display(_ name: String, _ width: Int, _ height: Int, scale: Scale = .one) -> LogicalScreen {
        var screen = screen
        (screen.name, screen.size, screen.scale) = (name, Size(width: width, height: height), scale)
        let mode = Mode(size: Size(width: width, height: height), refreshMilliHertz: 60_000)
        let output = OutputDescription(
            id: OutputID(name), connector: .hdmiA, isConnected: true, modes: [mode], identity: screen.identity)
        screen.display = EnabledOutput(description: output, mode: mode, transform: .normal)
        return screen
    }
}

/// Windows that a test stacks by hand.
final class TestWindows: WindowStack {
    var roots: [PlacedRoot] = []
    var description: ContentDescription?
    var isSettled = true
    func seenChanged(to surfaces: [Surface]) {}
}

/// A seat that only notes what it is told.
final class TestSeat: ContentSeat {
    private(set) var inputs: [ContentInput] = []
    private(set) var layoutChanges = 0
    var cursor = ContentCursor.hidden
    let heldPointer: Point<LogicalSpace>? = nil
    let inhibitsShortcuts = false
    let keyboardLEDs: KeyboardLEDs = []

    func deliver(_ input: ContentInput) { inputs.append(input) }

    func layoutChanged() { layoutChanges += 1 }
}

/// Adds up what the content tells its observer.
final class RecordingObserver: ContentObserver {
    private(set) var damage = Region<ContentSpace>()
    private(set) var frameWishes = 0
    private(set) var descriptionChanges = 0
    var isContentSeen = true
    /// Where the content has put the pointer last.
    private(set) var heldPointer: Point<ContentSpace>?

    func contentDamaged(_ damage: Region<ContentSpace>) { self.damage.formUnion(damage) }

    private(set) var cursorChanges: [CursorChange] = []

    func contentCursorChanged(_ change: CursorChange) { cursorChanges.append(change) }

    func contentNeedsFrame() { frameWishes += 1 }

    private(set) var settlings = 0

    func contentSettled() { settlings += 1 }

    func contentDescriptionChanged() { descriptionChanges += 1 }

    func contentHeldPointer(at point: Point<ContentSpace>) { heldPointer = point }
    private(set) var textCursors: [Rect<ContentSpace>] = []
    func contentTextCursorMoved(to place: Rect<ContentSpace>) { textCursors.append(place) }

    /// The changes of the cursor since the last call.
    func takeCursorChanges() -> [CursorChange] {
        defer { cursorChanges = [] }
        return cursorChanges
    }

    private(set) var locks: [Bool] = []
    func contentLocked(_ isLocked: Bool) { locks.append(isLocked) }

    private(set) var lockers: [String] = []
    func contentLostLocker(processID: Int) { lockers.append("lost") }
    func contentGotLocker() { lockers.append("came") }

    /// The damage since the last call.
    func takeDamage() -> Region<ContentSpace> {
        defer { damage = Region() }
        return damage
    }
}
