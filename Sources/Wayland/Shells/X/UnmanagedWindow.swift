import Geometry
import Mirroring

/// An X window that places itself, such as a menu or a tooltip. It is shown above the window in use when it came; a drag's icon is above
/// all windows.
final class UnmanagedWindow: SurfaceRole {
    let surface: Surface
    /// The corner in pixels of the content.
    var corner: WindowOrigin
    private weak var owner: Toplevel?
    private let kind: XUnmanagedKind
    /// The drag in which the window was moved, while it goes on. Qt gives its icons no type.
    private weak var movingDrag: AnyObject?
    private let desktop: Desktop

    init(_ surface: Surface, at corner: WindowOrigin, owner: Toplevel?, _ kind: XUnmanagedKind, desktop: Desktop) {
        self.surface = surface
        self.corner = corner
        self.owner = owner
        self.kind = kind
        self.desktop = desktop
        surface.role = self
        desktop.unmanaged.append(self)
        desktop.windowsChanged()
        takeKeyboard()
    }

    /// X itself gives keys to the menus of a window that has the keyboard.
    private var mayHaveKeyboard: Bool { kind == .keyboardTaker && shownWith == nil }

    /// Whether the window is the icon of a drag: by its type, or because it moves while a program of X drags.
    var isDragIcon: Bool { kind == .dragIcon || movingDrag != nil }

    var takesInput: Bool { !isDragIcon }

    /// Takes the keyboard when the window comes or is pressed.
    func takeKeyboard() {
        if mayHaveKeyboard { desktop.giveKeyboard(to: self) }
    }

    /// The window with which this one is shown; nil once that is gone, or while it is on another screen than this one's corner.
    var shownWith: Toplevel? { owner.flatMap { $0.shell.isMapped && $0.isOnPanel == isOnPanel ? $0 : nil } }

    /// Whether the window is on the panel, while that is a screen of its own.
    var isOnPanel: Bool { desktop.isOnPanel(pixelX: corner.x) }

    func root(fit: WindowFit?) -> PlacedRoot { PlacedRoot(surface: surface, x: corner.x, y: corner.y, fit: fit) }

    func move(to corner: WindowOrigin) {
        self.corner = corner
        if let drag = desktop.seat?.exchange.xDrags?.currentDrag { movingDrag = drag }
        desktop.windowsChanged()
    }

    /// Hides the window for good.
    func end() {
        desktop.seat?.willHide(surface)
        if surface.role === self { surface.role = nil }
        desktop.unmanaged.removeAll { $0 === self }
        desktop.windowsChanged()
        if desktop.keyboardWindow === self {
            desktop.giveKeyboard(to: desktop.unmanaged.last(where: \.mayHaveKeyboard))
        }
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {}

    func surfaceDestroyed(_ surface: Surface) {
        end()
    }
}
