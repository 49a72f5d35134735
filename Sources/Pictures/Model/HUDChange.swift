package import Mirroring

/// A change of one value of the status bar.
package enum HUDChange: Hashable {
    /// Adds a comment below the others.
    case comment(author: String, text: String)
    case clearComments
    /// Keeps a comment above the others until another one takes its place.
    case pin(author: String, text: String)
    case unpin
    /// Sets the number of gifts.
    case gifts(Int)
    /// Adds to the number of gifts.
    case moreGifts(Int)
    /// Adds gifts of one kind from one giver and shows them below the comments like a comment.
    case gift(name: String, count: Int, author: String, picture: HUDImage?)
    case viewers(Int)
    /// Sets the start of the elapsed time; nil hides it.
    case start(Timestamp?)
    /// Sets the microphone's state; nil hides it.
    case microphone(isOn: Bool?)
    case avatar(HUDImage?)
    case background(HUDImage?)
    case text(String)
}

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
