import WaylandBinding

/// The chain of grabbing popups of one client, each the parent of the next.
struct PopupGrab {
    enum Outcome {
        case granted, denied, notTopmost
    }

    private(set) var chain: [Popup] = []

    /// The client of the grabbing popups.
    var client: Client? { chain.last?.shell.client }

    /// The popup with keyboard focus: the last mapped one.
    var keyboardTarget: Surface? { chain.last { $0.shell.isMapped }?.shell.surface }

    /// Only the last popup of the chain may be destroyed.
    func mayDestroy(_ popup: Popup) -> Bool {
        chain.last === popup || !chain.contains { $0 === popup }
    }

    /// Adds a popup, which must be a child of the last one or start a chain.
    mutating func begin(_ popup: Popup) -> Outcome {
        if let last = chain.last {
            if popup.parent === last.shell {
                chain.append(popup)
                return .granted
            }
            return last.shell.client == popup.shell.client ? .notTopmost : .denied
        }
        chain = [popup]
        return .granted
    }

    mutating func remove(_ popup: Popup) {
        chain.removeAll { $0 === popup }
    }
}
