package import Mirroring

/// A change of one value of the status bar.
package enum HUDChange: Hashable {
    /// Adds a comment below the others.
    case comment(author: String, text: String)
    case clearComments
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
