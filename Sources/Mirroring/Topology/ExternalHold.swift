/// An external that has dropped out, as waking televisions and keyboard switches do: the content stays as it is for a while.
struct ExternalHold: Hashable {
    /// The external as it was.
    let output: EnabledOutput
    /// The panel that it is controlled from.
    var panel: EnabledOutput
    /// Which hold this is, of all that there have been.
    let number: Int
    /// It is not waited for any longer; the content stays only until another external is enabled.
    var isOver = false

    /// The external is back, the same one.
    func isBack(among outputs: [OutputDescription]) -> Bool { outputs.contains(output.description) }

    /// Nothing is connected where it was.
    func isAway(from outputs: [OutputDescription]) -> Bool {
        !outputs.contains { $0.id == output.id && $0.isConnected }
    }
}
