import Mirroring

/// One thing to change in what the status bar shows.
package enum HUDChange: Hashable {
    /// Adds a comment below the others.
    case comment(author: String, text: String)
    case clearComments
    /// How many gifts there are.
    case gifts(Int)
    /// So many gifts more.
    case moreGifts(Int)
    case viewers(Int)
    /// When the elapsed time began; nil shows none.
    case start(Timestamp?)
    /// Nil shows no microphone.
    case microphone(isOn: Bool?)
    case avatar(HUDPicture?)
    case background(HUDPicture?)
    case text(String)
}
