/// One line of the audience's talk.
package struct HUDComment: Hashable, Sendable {
    /// The model's own count of comments; a later comment has a greater number.
    package let number: Int
    package let author: String
    package let text: String
}
