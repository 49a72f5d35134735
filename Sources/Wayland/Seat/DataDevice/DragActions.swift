import WaylandBinding

/// The modifier keys that choose between a drag's actions.
struct DragModifiers: Hashable {
    var isShift = false
    var isControl = false
}

/// Chooses the action of a drop.
enum DragActionChoice {
    static let known: WlDataDeviceManager.DndAction = [.copy, .move, .ask]

    /// One of the actions that both ends offer, or none. Shift requests a move and Control a copy; otherwise the
    /// destination's preference counts, then the first in order.
    static func choose(
        source: WlDataDeviceManager.DndAction, destination: WlDataDeviceManager.DndAction,
        preferred: WlDataDeviceManager.DndAction, modifiers: DragModifiers
    ) -> WlDataDeviceManager.DndAction {
        let common = source.intersection(destination)
        if modifiers.isShift, common.contains(.move) { return .move }
        if modifiers.isControl, common.contains(.copy) { return .copy }
        if !preferred.isEmpty, common.contains(preferred) { return preferred }
        return [.copy, .move, .ask].first { common.contains($0) } ?? []
    }

    /// True for no action or exactly one.
    static func isSingle(_ action: WlDataDeviceManager.DndAction) -> Bool {
        action.rawValue.nonzeroBitCount <= 1
    }
}
