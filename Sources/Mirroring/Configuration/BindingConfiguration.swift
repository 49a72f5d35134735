/// Keys that do something of the service's own.
package struct BindingConfiguration: Hashable, Sendable {
    package var chords: [BoundAction: BoundKeys] = KeyBindings.standard

    package init() {}
}
