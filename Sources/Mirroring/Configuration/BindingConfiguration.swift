/// Keys that do something of the service's own.
package struct BindingConfiguration: Hashable, Sendable {
    package var chords: [BoundAction: BoundKeys] = KeyBindings.standard
    /// Keys for the content while the panel application has the keyboard, by Linux event codes.
    package var contentKeys: [BoundKeys: UInt32] = [:]

    package init() {}
}
