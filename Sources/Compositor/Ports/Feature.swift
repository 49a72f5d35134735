import Control
import Geometry
import Mirroring

/// What the service puts on screens beside the applications, or does to them.
///
/// The compositor asks its features in the order of their list. A feature takes part through the methods that it implements.
protocol Feature: AnyObject {
    /// Reports that the service starts; no display is enabled yet.
    func serviceStarts()

    /// Undoes what would outlast the service.
    func serviceEnds()

    /// Called before a new plan is painted, while the screens still show the old one.
    func lookBack(_ plan: ScreenPlan)

    /// Follows a new plan of the screens; by default calls `follow()`.
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges)

    /// Follows everything else that decides what the feature shows: the foreground, the controller's mode, the
    /// configuration, another feature.
    func follow()

    /// Applies another configuration, before all features follow.
    func use(_ next: Configuration, after old: Configuration)

    /// Performs the action of a bound key; false where it belongs to another feature.
    func perform(_ action: BoundAction) -> Bool

    /// Takes an event of the content for a tool that the user holds; false where the event belongs to the content.
    func take(_ input: ContentInput) -> Bool

    /// Whether the finger holds a tool.
    func holds(_ finger: ContactID) -> Bool

    /// Receives news of input that has been dispatched.
    func hear(_ news: InputNews)

    /// Receives what the content reports besides its frames.
    func hear(_ news: ContentNews)

    /// Reports that the displays were taken away; what is shown stays until they are back.
    func pause()

    /// Reports that the displays are back and those present have been enabled.
    func resume()

    /// Adds the feature's part to the object that `kagami status` prints.
    func report(to status: inout ServiceStatus)

    /// The handlers of the feature's commands.
    var commands: [any CommandHandler] { get }

    /// Reports that a connection, which may have made requests, has closed.
    func connectionClosed(_ connection: ControlConnection)
}

extension Feature {
    func serviceStarts() {}
    func serviceEnds() {}
    func lookBack(_ plan: ScreenPlan) {}
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

/// The news of input that features receive.
enum InputNews {
    /// An event of a device was dispatched; `finger` is the event's point on the panel, nil where it is not on the panel.
    case event(InputEvent, finger: Point<PanelSpace>?)
    /// The key of a user's command was pressed; `isHeld` says whether the key is still held.
    case commandKey(BoundCommand, isHeld: () -> Bool)
    /// Somebody touches the panel.
    case panelUsed
    /// The user has begun a new action.
    case userActed
    /// A mouse, a touchpad, a pen or the panel as a trackpad moves, presses or scrolls.
    case pointerUsed
    /// A finger has come down on an application.
    case applicationTouched
    /// The machine's lid has been closed or opened.
    case lidMoved(isClosed: Bool)
    /// No modifier is held any more.
    case modifiersReleased
    /// A relative motion has moved the content's pointer to this point.
    case pointerMoved(to: Point<ContentSpace>)
    /// Fingers on the content have moved, come or gone.
    case fingersMoved
}

/// The news of the content that features receive; see `ContentObserver`.
enum ContentNews {
    /// The content has drawn itself for its present screen.
    case settled
    /// The content's windows, or their descriptions, have changed; all features follow.
    case described
    case textCursorMoved(to: Rect<ContentSpace>)
    case locked(Bool)
    case lostLocker(processID: Int)
    case gotLocker
}

/// The features of a compositor in their order.
final class FeatureList {
    var all: [any Feature] = []

    /// Makes all features follow what is not in the plan.
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
