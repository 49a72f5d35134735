/// Why the status bar rejected a value; the bar is unchanged.
package enum HUDError: Error, Hashable, CustomStringConvertible {
    /// A text of `bytes` UTF-8 bytes where at most `limit` are allowed.
    case textTooLong(field: String, bytes: Int, limit: Int)
    case outOfRange(field: String, value: Int, limit: Int)
    /// A picture that is not a PNG or JPEG file, or is broken or too large; `reason` says which.
    case badPicture(field: String, reason: String)

    package var description: String {
        switch self {
        case .textTooLong(let field, let bytes, let limit): "\(field) has \(bytes) bytes: at most \(limit)"
        case .outOfRange(let field, let value, let limit): "\(field) is \(value): it must be 0 to \(limit)"
        case .badPicture(let field, let reason): "cannot use the picture for the \(field): \(reason)"
        }
    }
}
