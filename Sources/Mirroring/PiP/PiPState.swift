/// Where a picture in picture is in its life, in one word.
package enum PiPState: String, Hashable, Sendable, Codable, CaseIterable {
    /// There is none, and no source could be shown.
    case idle
    /// There is none, and at least one source could be shown.
    case possible
    /// Its source is being prepared, or it is on its way to its place.
    case starting
    /// It is shown.
    case active
    /// It is on its way out, or waits for its source to take its full place again.
    case stopping
}
