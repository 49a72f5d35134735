import Runtime
import WaylandBinding

/// `zwp_keyboard_shortcuts_inhibit_manager_v1`: surfaces that inhibit shortcuts, Kagami's own bindings included, while
/// they have the keyboard.
///
/// Switching virtual terminals cannot be inhibited.
final class ShortcutsInhibit: ZwpKeyboardShortcutsInhibitManagerV1Requests {
    private let inhibitors: ShortcutInhibitors

    private init(_ inhibitors: ShortcutInhibitors) {
        self.inhibitors = inhibitors
    }

    static func announce(_ display: WaylandDisplay, seat: Seat) throws(RuntimeError) -> AnyGlobal {
        let inhibitors = ShortcutInhibitors()
        seat.add(inhibitors)
        return try Global<ZwpKeyboardShortcutsInhibitManagerV1>(display, version: 1) { _ in
            ShortcutsInhibit(inhibitors)
        }
    }

    func inhibitShortcuts(
        _ resource: Resource<ZwpKeyboardShortcutsInhibitManagerV1>, id: NewResource<ZwpKeyboardShortcutsInhibitorV1>,
        surface: Resource<WlSurface>, seat: Resource<WlSeat>
    ) {
        guard let surface = Surface.of(surface) else { return }
        if surface.attachments[ShortcutInhibitor.self] != nil {
            return resource.post(
                ZwpKeyboardShortcutsInhibitManagerV1.ErrorCode.alreadyInhibited, "the surface already has an inhibitor")
        }
        let object = id.createInert()
        guard object.isAlive else { return }
        let inhibitor = ShortcutInhibitor(object)
        object.handler = inhibitor
        inhibitors.add(inhibitor, to: surface)
    }
}

/// Follows the keyboard focus to the surface's inhibitor, if it has one.
private final class ShortcutInhibitors: SeatExtension {
    private weak var focus: Surface?
    /// The inhibitor that was sent `active`.
    private weak var active: ShortcutInhibitor?

    var inhibitsShortcuts: Bool { active != nil }

    func keyboardSettled(on surface: Surface?) {
        focus = surface
        let next = surface?.attachments[ShortcutInhibitor.self]
        if next === active { return }
        active?.resource.sendInactive()
        next?.resource.sendActive()
        active = next
    }

    func add(_ inhibitor: ShortcutInhibitor, to surface: Surface) {
        surface.attach(inhibitor, until: inhibitor.resource)
        if surface === focus { keyboardSettled(on: focus) }
    }
}

/// One `zwp_keyboard_shortcuts_inhibitor_v1`, attached to its surface.
private final class ShortcutInhibitor: ZwpKeyboardShortcutsInhibitorV1Requests {
    let resource: Resource<ZwpKeyboardShortcutsInhibitorV1>

    init(_ resource: Resource<ZwpKeyboardShortcutsInhibitorV1>) {
        self.resource = resource
    }
}
