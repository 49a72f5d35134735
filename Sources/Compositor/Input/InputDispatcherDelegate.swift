import Geometry
import Mirroring

/// What the dispatcher leaves to the service.
protocol InputDispatcherDelegate: AnyObject {
    /// All screens are blanked, and a key only ends that.
    var isBlanked: Bool { get }

    /// The user has started something, which has been dispatched.
    func userActed()

    /// Takes an event of the content for a tool that the user holds; false where it is the content's.
    func takesInput(_ input: ContentInput) -> Bool

    /// Whether the finger holds a tool.
    func holdsTool(_ finger: ContactID) -> Bool

    /// Performs the action of a bound key.
    func perform(_ action: BoundAction)

    /// Reports that somebody touches the panel.
    func panelUsed()

    /// Reports that the machine's lid has been closed or opened.
    func lidMoved(isClosed: Bool)

    /// Whether there is a panel menu.
    var hasMenu: Bool { get }

    /// No modifier is held any more.
    func modifiersReleased()

    /// Reports that a device has moved the content's pointer from where it was to this point.
    func pointerMoved(to point: Point<ContentSpace>)

    /// Reports that fingers on the content have moved, come or gone.
    func fingersMoved()

    /// Reports that this many touches were cancelled at once.
    func touchesCancelled(_ count: Int)
}
