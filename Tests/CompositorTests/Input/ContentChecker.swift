import Geometry
import Mirroring
import Testing

/// Plays the content that input is delivered to: checks that every event makes sense after those before it.
struct ContentChecker {
    /// Said with every failure.
    let context: String
    private(set) var contacts: [ContactID: Point<ContentSpace>] = [:]
    private(set) var buttons: Set<UInt32> = []
    private(set) var keys: Set<UInt32> = []
    private(set) var isPointerInside = false
    private(set) var gesture: PointerGesture.Kind?
    private(set) var tablets: Set<DeviceID> = []
    /// The tools that the content has, with what each holds down: its tip is number 0.
    private(set) var tools: [DeviceID: Set<UInt32>] = [:]
    private(set) var strokes = 0
    private var hadTouchscreen = false
    private(set) var downs = 0
    private(set) var ends = 0
    /// How often the user did anything, but for modifiers and moves: a touch, a press, a turn of a wheel, a gesture.
    private(set) var starts = 0
    /// The content's screen; nil while it has none.
    var size: Size<ContentSpace>?

    init(context: String) {
        self.context = context
    }

    var holdsNothing: Bool {
        contacts.isEmpty && keys.isEmpty && buttons.isEmpty && gesture == nil && tools.values.allSatisfy(\.isEmpty)
    }

    /// Whether a button or a tool holds something.
    var drags: Bool { !buttons.isEmpty || !tools.values.allSatisfy(\.isEmpty) }

    mutating func check(_ input: ContentInput) {
        if isStart(input) { starts += 1 }
        switch input {
        case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame: checkTouch(input)
        case .pointerMotion(let point, _, _):
            checkInside(point)
            isPointerInside = true
        case .pointerLeave:
            #expect(isPointerInside, "\(context): the pointer left twice")
            #expect(buttons.isEmpty, "\(context): the pointer left with a button held")
            isPointerInside = false
        case .pointerButton(let button, let pressed, _): checkButton(button, pressed)
        case .pointerAxis: #expect(isPointerInside, "\(context): scrolled without a pointer")
        case .pointerGesture(let step, _): checkGesture(step)
        case .touchscreenCame:
            #expect(!hadTouchscreen, "\(context): the first touchscreen came twice")
            hadTouchscreen = true
        case .tabletAdded(let tablet):
            #expect(tablets.insert(tablet.id).inserted, "\(context): a tablet came twice")
        case .tabletRemoved(let tablet):
            #expect(tablets.remove(tablet) != nil, "\(context): a tablet went that never came")
            #expect(tools[tablet] == nil, "\(context): a tablet went with its tool still there")
        case .tool(let tablet, let tool, _): check(tool, of: tablet)
        case .pointerFrame, .keyboard: break
        case .key(let code, let pressed, _):
            if pressed {
                #expect(size != nil, "\(context): typed without a screen")
                #expect(keys.insert(code).inserted, "\(context): a key was pressed twice")
            } else {
                #expect(keys.remove(code) != nil, "\(context): a key was released that was not held")
            }
        case .releaseAll:
            keys = []
            buttons = []
        }
    }

    private func isStart(_ input: ContentInput) -> Bool {
        switch input {
        case .touchDown, .pointerAxis, .pointerGesture(.begin, _), .tool(_, .down, _): true
        case .pointerButton(_, let pressed, _): pressed
        case .key(let code, let pressed, _): pressed && BoundKeys.Modifier(code: code) == nil
        case .tool(_, .button(_, let pressed), _): pressed
        default: false
        }
    }

    private mutating func checkTouch(_ input: ContentInput) {
        switch input {
        case .touchDown(let id, let point, _):
            checkInside(point)
            #expect(contacts[id] == nil, "\(context): a contact went down twice")
            contacts[id] = point
            downs += 1
        case .touchMotion(let id, let point, _):
            checkInside(point)
            #expect(contacts[id] != nil, "\(context): a dead contact moved")
            contacts[id] = point
        case .touchUp(let id, _):
            #expect(contacts.removeValue(forKey: id) != nil, "\(context): a dead contact was lifted")
            ends += 1
        case .touchCancel:
            #expect(!contacts.isEmpty, "\(context): nothing was there to cancel")
            ends += contacts.count
            contacts = [:]
        default:
            break
        }
    }

    private mutating func check(_ tool: ToolInput, of tablet: DeviceID) {
        #expect(tablets.contains(tablet), "\(context): a tool of no tablet")
        if case .enter(_, let point, _) = tool {
            checkInside(point)
            #expect(tools[tablet] == nil, "\(context): a tool came twice")
            tools[tablet] = []
            return
        }
        #expect(tools[tablet] != nil, "\(context): \(tool) of a tool that is not there")
        switch tool {
        case .enter: break
        case .motion(let point, _): checkInside(point)
        case .down:
            #expect(tools[tablet]?.insert(0).inserted == true, "\(context): a tip came down twice")
            strokes += 1
        case .up: #expect(tools[tablet]?.remove(0) != nil, "\(context): a tip was lifted that was not down")
        case .button(let code, let pressed):
            let isChange = pressed ? tools[tablet]?.insert(code).inserted == true : tools[tablet]?.remove(code) != nil
            #expect(isChange, "\(context): a tool's button did not change")
        case .leave:
            #expect(tools[tablet]?.isEmpty == true, "\(context): a tool left with something held")
            tools[tablet] = nil
        }
    }

    private mutating func checkGesture(_ step: PointerGesture) {
        switch step {
        case .begin(let kind, _):
            #expect(gesture == nil, "\(context): a gesture began within another")
            #expect(isPointerInside, "\(context): a gesture began without a pointer")
            gesture = kind
        case .update(let movement):
            #expect(gesture == .swipe || gesture == .pinch, "\(context): nothing was there to move")
            #expect(movement.dx.isFinite && movement.scale.isFinite, "\(context): \(movement) is no movement")
        case .end:
            #expect(gesture != nil, "\(context): a gesture ended twice")
            gesture = nil
        }
    }

    private mutating func checkButton(_ button: UInt32, _ pressed: Bool) {
        if pressed {
            #expect(isPointerInside, "\(context): a button was pressed outside")
            #expect(buttons.insert(button).inserted, "\(context): a button was pressed twice")
        } else {
            #expect(buttons.remove(button) != nil, "\(context): a button was released that was not held")
        }
    }

    private func checkInside(_ point: Point<ContentSpace>) {
        #expect(size?.bounds.contains(point) == true, "\(context): \(point) is outside the content")
    }
}
