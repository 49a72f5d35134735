/// One line of the audience's talk, or a gift that came meanwhile.
package struct HUDComment: Hashable {
    /// The model's own count of comments; a later comment has a greater number.
    package let number: Int
    package let author: String
    /// What was said, or the gift's name.
    package let text: String
    /// Nil for what was said.
    package var gift: Gift?

    /// What is shown of a gift besides its name and its giver.
    package struct Gift: Hashable {
        /// How many came at once.
        package let count: Int
        /// Nil for the sign of a gift.
        package let picture: HUDPicture?

        package init(count: Int, picture: HUDPicture?) {
            self.count = count
            self.picture = picture
        }
    }
}
