/// The state of the picture in picture, in one word.
package enum PiPState: String, Hashable, Sendable, CaseIterable {
    /// None is shown, and no source is possible.
    case idle
    /// None is shown, and at least one source is possible.
    case possible
    /// Its source is being prepared, or it is animating in.
    case starting
    /// It is shown.
    case active
    /// It is animating out, or waits for its source to take its full place again.
    case stopping
}
