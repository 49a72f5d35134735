/// The result of a user's choice of the external.
package enum ExternalChoice: Hashable, Sendable {
    /// The content is where it was requested.
    case done
    /// The choice takes effect once an external may be used again.
    case kept
    /// Nothing has changed; the text says why.
    case refused(String)
}

/// Why an output cannot become the external, or shows nothing to hide from viewers; the raw value is the message for the user.
package enum ExternalObstacle: String, Hashable, Sendable, CaseIterable {
    case notConnected = "nothing is connected there: see kagami outputs"
    case isPanel = "that is the panel"
    case noPicture = "the display there has no mode that can be drawn"
    case isController = "that shows the controller to you, and nothing to viewers"
    case isOwn = "that shows an application of its own, which cannot be hidden alone"
    case notUsed = "the display is not used: see kagami externals"
}

extension Topology {
    /// The displays that could be the external.
    package var externalCandidates: [OutputDescription] {
        outputs.filter { obstacle(toExternal: $0.id) == nil }
    }

    /// The obstacle to an output as the external, as far as is known before a modeset, or nil for none.
    package func obstacle(toExternal id: OutputID) -> ExternalObstacle? {
        guard let output = outputs.first(where: { $0.id == id }), output.isConnected else { return .notConnected }
        if id == roles.panel { return .isPanel }
        return output.canShowPictures ? nil : .noPicture
    }

    /// The outputs that show the content to viewers beside the panel, or will once they are enabled.
    package var displaysForViewers: Set<OutputID> {
        guard case .onPanel(let panel) = placement else { return roles.forViewers }
        return roles.forViewers.subtracting([panel.id])
    }

    /// Why nothing is to be hidden from the viewers of an output, or nil where the output shows them the content.
    package func obstacle(toHiding id: OutputID) -> ExternalObstacle? {
        if displaysForViewers.contains(id) { return nil }
        if case .onPanel(let panel) = placement, panel.id == id { return .isPanel }
        if let obstacle = obstacle(toExternal: id) { return obstacle }
        return switch roles.role(of: id) {
        case .controller: .isController
        case .own: .isOwn
        default: .notUsed
        }
    }
}

/// An external that has disconnected and may return, as waking televisions and keyboard switches do.
///
/// The content stays unchanged for a while.
struct ExternalHold: Hashable {
    /// The external before it disconnected.
    let output: EnabledOutput
    /// The panel that the external is controlled from.
    var panel: EnabledOutput
    /// The number of this hold among all holds.
    let number: Int
    /// Whether the wait is over, so that the content stays only until another external is enabled.
    var isOver = false

    /// Whether the same external is back.
    func isBack(among outputs: [OutputDescription]) -> Bool { outputs.contains(output.description) }

    /// Whether nothing is connected where the external was.
    func isAway(from outputs: [OutputDescription]) -> Bool {
        !outputs.contains { $0.id == output.id && $0.isConnected }
    }
}
