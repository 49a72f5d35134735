package import Mirroring

/// A comment of the audience, or a gift among the comments.
package struct HUDComment: Hashable {
    /// The serial number of the comment; it increases with every comment.
    package let number: Int
    package let author: String
    /// The comment's text, or the gift's name.
    package let text: String
    /// When the comment came.
    package let time: Timestamp
    /// Nil for a comment.
    package var gift: Gift?

    /// A gift's details beside its name and giver.
    package struct Gift: Hashable {
        /// The number of gifts given at once.
        package let count: Int
        /// Nil shows the gift icon.
        package let picture: HUDImage?

        package init(count: Int, picture: HUDImage?) {
            self.count = count
            self.picture = picture
        }
    }
}
