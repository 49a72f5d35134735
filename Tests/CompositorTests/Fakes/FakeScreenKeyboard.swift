import Geometry
import Mirroring

/// An on-screen keyboard that is there, shown and needed as tests say.
final class FakeScreenKeyboard: ScreenKeyboardPort {
    weak var keyboardObserver: (any ScreenKeyboardObserver)?
    var showsKeyboards = true {
        didSet { if showsKeyboards != oldValue { keyboardObserver?.handheldKeyboardMoved() } }
    }
    var hasKeyboard = false {
        didSet {
            keyboardObserver?.keyboardNeedsChanged()
            keyboardObserver?.handheldKeyboardMoved()
        }
    }
    var isTextFieldFocused = false {
        didSet { keyboardObserver?.keyboardNeedsChanged() }
    }
    var place = Rect<ContentSpace>(x: 0, y: 4320 + 560, width: 1280, height: 240)
    var frame = Rect<LogicalSpace>(x: 0, y: 560, width: 1280, height: 240)
    /// What it takes of the application's own screen.
    var keyboardArea: Rect<ContentSpace>? {
        didSet { keyboardObserver?.handheldKeyboardMoved() }
    }
    private let picture = MemoryImage(
        size: Size(width: 1280, height: 240), format: .xrgb8888, pixels: Array(repeating: 0x80_8080, count: 1280 * 240))

    var handheldKeyboard: HandheldKeyboard? {
        guard hasKeyboard, showsKeyboards else { return nil }
        return HandheldKeyboard(
            elements: [SceneElement(whole: picture, at: place)], place: place, frame: frame)
    }
}
