/// What one check of `kagami doctor` found.
struct Finding: Hashable, Sendable, Encodable {
    enum Verdict: String, Hashable, Sendable, Encodable {
        case good
        /// Works, but something may be missed.
        case doubtful
        /// The DRM backend cannot be used like this.
        case missing
    }

    /// What was looked at, in a word or two.
    var subject: String
    var verdict: Verdict
    /// What was found.
    var detail: String
    /// How to fix it; nil where there is nothing to fix.
    var remedy: String?
}
