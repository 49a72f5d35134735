import Geometry
import Mirroring

/// An application that draws nothing and keeps count of what it is told.
final class FakeContent: ContentPort {
    weak var observer: (any ContentObserver)?
    private(set) var screens: [LogicalScreen] = []
    /// What it received since, each with the size of its screen at that time.
    private var deliveries: [(input: ContentInput, size: Size<ContentSpace>?)] = []
    private(set) var framesComposed = 0
    private(set) var framesEnded = 0
    /// How often it got the keyboard.
    private(set) var keyboardGains = 0
    var cursor = CursorImage.hidden
    var scene: [SceneElement] = []
    var isSettled = true {
        didSet { if isSettled, !oldValue { observer?.contentSettled() } }
    }
    var isDrawing = false
    var deviceWait: Int64 = 0
    var cover: ContentCover?
    var holdsPointer = false
    var inhibitsShortcuts = false
    var keyboardLEDs: KeyboardLEDs = []
    var description: ContentDescription?
    private var hasWindow = false

    /// What it was told of being seen, each time.
    private(set) var sights: [Bool] = []
    func seenChanged() { sights.append(observer?.isContentSeen ?? true) }

    func layOut(on screen: LogicalScreen) {
        screens.append(screen)
        if hasWindow { isSettled = description?.size == screen.windowSize }
    }

    /// From now on there is a window that fills the screen, and describes itself at the size it was last drawn at.
    func mapWindow(appID: AppID) {
        hasWindow = true
        description = ContentDescription(appID: appID, title: nil, size: screens.last?.windowSize ?? .zero)
        observer?.contentDescriptionChanged()
    }

    /// The window is drawn at the size that it was last told.
    func drawWindow() {
        guard hasWindow, let size = screens.last?.windowSize else { return }
        isSettled = true
        if description?.size != size {
            description?.size = size
            observer?.contentDescriptionChanged()
        }
        observer?.contentDamaged(Region(size.bounds))
    }
    /// The buffer that was all of the last frame, nil for another frame, and what could be shown of such buffers.
    private(set) weak var filling: (any Buffer)?
    private(set) var scanoutOffer: ScanoutOffer?
    func frameIs(allOf buffer: (any Buffer)?, offer: ScanoutOffer?) { (filling, scanoutOffer) = (buffer, offer) }
    /// Whether the clients got the last frame's callbacks at once.
    private(set) var isCalledBack = false
    func frameComposed(callingBack: Bool) {
        framesComposed += 1
        isCalledBack = callingBack
    }
    func framePresented(_ presentation: Presentation) { framesEnded += 1 }
    func frameDiscarded() { framesEnded += 1 }
    var switchableWindows: [SwitchableWindow] = []
    private(set) var switched: [Int] = []

    /// The window comes to the front, as it does in a real application.
    func switchToWindow(_ number: Int) {
        switched.append(number)
        guard let index = switchableWindows.firstIndex(where: { $0.number == number }) else { return }
        switchableWindows.insert(switchableWindows.remove(at: index), at: 0)
    }

    private(set) var closed: [Int] = []
    func closeWindow(_ number: Int) { closed.append(number) }

    func tookKeyboard() { keyboardGains += 1 }
    func deliver(_ input: ContentInput) { deliveries.append((input, screens.last?.size)) }

    var inputs: [ContentInput] { deliveries.map(\.input) }

    func takeInputs() -> [ContentInput] { takeDeliveries().map(\.input) }

    func takeDeliveries() -> [(input: ContentInput, size: Size<ContentSpace>?)] {
        defer { deliveries = [] }
        return deliveries
    }
}
