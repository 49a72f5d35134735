/// Why the status bar does not take a value; the bar stays as it was.
package enum HUDError: Error, Hashable, CustomStringConvertible {
    /// A text of `bytes` UTF-8 bytes where at most `limit` are taken.
    case textTooLong(field: String, bytes: Int, limit: Int)
    case outOfRange(field: String, value: Int, limit: Int)
    /// A picture that is no PNG or JPEG file, or is broken or too large; the reason in words.
    case badPicture(field: String, reason: String)

    package var description: String {
        switch self {
        case .textTooLong(let field, let bytes, let limit): "\(field) has \(bytes) bytes: at most \(limit)"
        case .outOfRange(let field, let value, let limit): "\(field) is \(value): it must be 0 to \(limit)"
        case .badPicture(let field, let reason): "cannot use the picture for the \(field): \(reason)"
        }
    }
}
