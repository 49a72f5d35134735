/// The result of one check of `kagami doctor`.
struct Finding: Hashable, Sendable, Encodable {
    enum Verdict: String, Hashable, Sendable, Encodable {
        case good
        /// The backend works with restrictions.
        case doubtful
        /// The DRM backend does not work.
        case missing
    }

    /// The subject of the check, in a word or two.
    var subject: String
    var verdict: Verdict
    /// What was found.
    var detail: String
    /// How to fix it; nil if there is nothing to fix.
    var remedy: String?
}
