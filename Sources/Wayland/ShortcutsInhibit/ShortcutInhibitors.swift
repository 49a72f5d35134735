import WaylandBinding

/// Surfaces that inhibit shortcuts, Kagami's own bindings included, while they have the keyboard.
///
/// Switching virtual terminals cannot be inhibited.
final class ShortcutInhibitors {
    private struct Entry {
        weak var surface: Surface?
        let resource: Resource<ZwpKeyboardShortcutsInhibitorV1>
        var isActive = false
    }

    private var entries: [Entry] = []

    /// True if keys to the surface must not trigger bindings.
    func inhibits(for surface: Surface) -> Bool {
        entries.contains { $0.surface === surface && $0.isActive }
    }

    /// True if the surface has an inhibitor, active or not.
    fileprivate func hasEntry(for surface: Surface) -> Bool { entries.contains { $0.surface === surface } }

    fileprivate func add(
        _ resource: Resource<ZwpKeyboardShortcutsInhibitorV1>, for surface: Surface, focus: Surface?
    ) {
        guard resource.isAlive else { return }
        entries.append(Entry(surface: surface, resource: resource))
        resource.onDestroy { [weak self, weak resource] in
            self?.entries.removeAll { $0.resource === resource || !$0.resource.isAlive }
        }
        focusChanged(to: focus)
    }

    /// The keyboard focus moved to another surface.
    func focusChanged(to focus: Surface?) {
        for index in entries.indices {
            let entry = entries[index]
            let isActive = entry.surface != nil && entry.surface === focus
            if isActive == entry.isActive { continue }
            entries[index].isActive = isActive
            isActive ? entry.resource.sendActive() : entry.resource.sendInactive()
        }
    }
}

/// `zwp_keyboard_shortcuts_inhibit_manager_v1`.
final class ShortcutsInhibit {
    private var global: Global<ZwpKeyboardShortcutsInhibitManagerV1>?

    init(_ display: WaylandDisplay, seat: Seat) throws(WaylandError) {
        global = try Global(display, version: 1) { [weak seat] _ in seat.map(ShortcutsInhibitManager.init) }
    }
}

/// One client's `zwp_keyboard_shortcuts_inhibit_manager_v1`.
private final class ShortcutsInhibitManager: ZwpKeyboardShortcutsInhibitManagerV1Requests {
    private weak var seat: Seat?

    init(_ seat: Seat) {
        self.seat = seat
    }

    func inhibitShortcuts(
        _ resource: Resource<ZwpKeyboardShortcutsInhibitManagerV1>, id: NewResource<ZwpKeyboardShortcutsInhibitorV1>,
        surface: Resource<WlSurface>, seat: Resource<WlSeat>
    ) {
        guard let surface = Surface.of(surface), let inhibitors = self.seat?.shortcuts else { return }
        if inhibitors.hasEntry(for: surface) {
            return resource.post(
                ZwpKeyboardShortcutsInhibitManagerV1.ErrorCode.alreadyInhibited, "the surface already has an inhibitor")
        }
        inhibitors.add(id.create(ShortcutsInhibitor()), for: surface, focus: self.seat?.keyboard.focus)
    }
}

/// One `zwp_keyboard_shortcuts_inhibitor_v1`.
private final class ShortcutsInhibitor: ZwpKeyboardShortcutsInhibitorV1Requests {}
