/// What happens while the user is idle.
package struct IdleConfiguration: Hashable, Sendable {
    /// Idle seconds after which all screens are blanked; 0 for never.
    package var blankAfterSeconds = 0

    package init() {}
}
