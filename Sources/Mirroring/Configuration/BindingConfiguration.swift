/// The key bindings of the service.
package struct BindingConfiguration: Hashable, Sendable {
    package var chords: [BoundAction: BoundKeys] = KeyBindings.standard
    /// Keys sent to the content while the panel application has the keyboard, as Linux event codes.
    package var contentKeys: [BoundKeys: UInt32] = [:]

    package init() {}
}
