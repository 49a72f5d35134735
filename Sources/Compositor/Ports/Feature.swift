import Control
import Geometry
import Mirroring

/// What the service puts on screens beside the applications, or does to them.
///
/// The compositor asks its features in the order of their list. Each takes part in what it has a method for.
protocol Feature: AnyObject {
    /// Reports that the service starts; no display is enabled yet.
    func serviceStarts()

    /// Undoes what would outlast the service.
    func serviceEnds()

    /// Follows a new plan of the screens. Without a method for that it follows as below.
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges)

    /// Follows what else decides what it shows: the foreground, the controller's mode, the configuration, another feature.
    func follow()

    /// Applies another configuration, before all features follow.
    func use(_ next: Configuration, after old: Configuration)

    /// Performs the action of a bound key; false where it belongs to another feature.
    func perform(_ action: BoundAction) -> Bool

    /// Takes an event of the content for a tool that the user holds; false where it is the content's.
    func take(_ input: ContentInput) -> Bool

    /// Whether the finger holds a tool.
    func holds(_ finger: ContactID) -> Bool

    /// Hears of input, once it has been dispatched.
    func hear(_ news: InputNews)

    /// Hears what the content reports beside its frames.
    func hear(_ news: ContentNews)

    /// Reports that the displays were taken away; what is shown stays until they are back.
    func pause()

    /// Reports that the displays are back and those present have been enabled.
    func resume()

    /// Adds its part to the object that `kagami status` prints.
    func report(to status: inout ServiceStatus)

    /// What answers the commands that are for it.
    var commands: [any CommandHandler] { get }

    /// Reports that a connection which may have asked for something has closed.
    func connectionClosed(_ connection: ControlConnection)
}

extension Feature {
    func serviceStarts() {}
    func serviceEnds() {}
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) { follow() }
    func follow() {}
    func use(_ next: Configuration, after old: Configuration) {}
    func perform(_ action: BoundAction) -> Bool { false }
    func take(_ input: ContentInput) -> Bool { false }
    func holds(_ finger: ContactID) -> Bool { false }
    func hear(_ news: InputNews) {}
    func hear(_ news: ContentNews) {}
    func pause() {}
    func resume() {}
    func report(to status: inout ServiceStatus) {}
    var commands: [any CommandHandler] { [] }
    func connectionClosed(_ connection: ControlConnection) {}
}

/// What features hear of input.
enum InputNews {
    /// An event of a device was dispatched; `finger` is where on the panel a finger is by it, nil where that is not on the panel.
    case event(InputEvent, finger: Point<PanelSpace>?)
    /// A key that runs this command of the user's was pressed; `isHeld` tells whether it still is.
    case commandKey(BoundCommand, isHeld: () -> Bool)
    /// Somebody touches the panel.
    case panelUsed
    /// The user has started something.
    case userActed
    /// A mouse, a touchpad, a pen or the panel as a trackpad moves, presses or scrolls.
    case pointerUsed
    /// A finger has come down on an application.
    case applicationTouched
    /// The machine's lid has been closed or opened.
    case lidMoved(isClosed: Bool)
    /// No modifier is held any more.
    case modifiersReleased
    /// A device has moved the content's pointer from where it was to this point.
    case pointerMoved(to: Point<ContentSpace>)
    /// Fingers on the content have moved, come or gone.
    case fingersMoved
}

/// What features hear of the content; see `ContentObserver`.
enum ContentNews {
    /// It has drawn itself for its present screen.
    case settled
    /// Its windows, or what it says of them, have changed; all features follow.
    case described
    case textCursorMoved(to: Rect<ContentSpace>)
    case locked(Bool)
    case lostLocker(processID: Int)
    case gotLocker
}

/// The features of a compositor in their order.
final class FeatureList {
    var all: [any Feature] = []

    /// Has all features follow what is not in the plan.
    func follow() {
        for feature in all { feature.follow() }
    }

    func hear(_ news: InputNews) {
        for feature in all { feature.hear(news) }
    }

    func hear(_ news: ContentNews) {
        for feature in all { feature.hear(news) }
        if case .described = news { follow() }
    }
}
