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
    /// So many gifts more, of one kind and from one giver, shown below the comments as one of them.
    case gift(name: String, count: Int, author: String, picture: HUDPicture?)
    case viewers(Int)
    /// When the elapsed time began; nil shows none.
    case start(Timestamp?)
    /// Nil shows no microphone.
    case microphone(isOn: Bool?)
    case avatar(HUDPicture?)
    case background(HUDPicture?)
    case text(String)
}
