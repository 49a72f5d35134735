/// What happens while the user does nothing.
package struct IdleConfiguration: Hashable, Sendable {
    /// Seconds after which all screens are black; 0 for never.
    package var blankAfterSeconds = 0

    package init() {}
}
