/// What an input event leads to.
package enum InputAction: Hashable, Sendable {
    case deliver(ContentInput)
    /// The user asks for another virtual terminal, 1 to 12.
    case switchVT(Int)
}
