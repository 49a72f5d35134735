package import Mirroring

/// The values of the status bar, independent of its layout and size. Its instants are on CLOCK_BOOTTIME.
package struct HUDModel: Hashable {
    /// The most comments kept; older ones are dropped.
    package static let maximumComments = 50
    /// The most UTF-8 bytes of an author's name.
    package static let maximumAuthorBytes = 256
    /// The most UTF-8 bytes of a comment or of the free text.
    package static let maximumTextBytes = 2048
    package static let maximumCount = 999_999_999

    /// The newest last.
    package private(set) var comments: [HUDComment] = []
    /// The comment that stays above the others; nil for none.
    package private(set) var pinned: HUDComment?
    /// Nil until set; the element is then hidden. The same holds for the viewers.
    package private(set) var gifts: Int?
    package private(set) var viewers: Int?
    /// The start of the elapsed time; nil while it is hidden.
    package private(set) var start: Timestamp?
    /// Whether the microphone is on; nil while it is hidden.
    package private(set) var isMicrophoneOn: Bool?
    package private(set) var avatar: HUDImage?
    package private(set) var background: HUDImage?
    package private(set) var text = ""
    /// How comments fade.
    package var fading = CommentFading()
    private var lastComment = 0

    package init() {}

    /// Makes one change at an instant, which becomes the time of a comment; throws for an invalid change and leaves the model unchanged.
    package mutating func apply(
        _ change: HUDChange, at now: Timestamp = Timestamp(microseconds: 0)
    ) throws(HUDError) {
        switch change {
        case .comment(let author, let text): comments.append(try comment(author, text, now))
        case .clearComments: comments = []
        case .pin(let author, let text): pinned = try comment(author, text, now)
        case .unpin: pinned = nil
        case .gifts(let count): gifts = try Self.checked(count, "gifts")
        case .moreGifts(let count): try addGifts(count)
        case .gift(let name, let count, let author, let picture):
            comments.append(try comment(author, name, now, gift: HUDComment.Gift(count: count, picture: picture)))
            try addGifts(count)
        case .viewers(let count): viewers = try Self.checked(count, "viewers")
        case .start(let instant): start = instant
        case .microphone(let isOn): isMicrophoneOn = isOn
        case .avatar(let picture): avatar = picture
        case .background(let picture): background = picture
        case .text(let line): text = try Self.checked(line, "text", limit: Self.maximumTextBytes)
        }
        if comments.count > Self.maximumComments { comments.removeFirst() }
    }

    /// Makes all the changes at an instant; throws for the first invalid change and leaves the model unchanged.
    package mutating func apply(
        _ changes: [HUDChange], at now: Timestamp = Timestamp(microseconds: 0)
    ) throws(HUDError) {
        var changed = self
        for change in changes { try changed.apply(change, at: now) }
        self = changed
    }

    /// The elements without a value, which take no room in a row or column.
    package var absent: Set<HUDElement.Kind> {
        var absent: Set<HUDElement.Kind> = []
        if gifts == nil { absent.insert(.gifts) }
        if viewers == nil { absent.insert(.viewers) }
        if start == nil { absent.insert(.clock) }
        if isMicrophoneOn == nil { absent.insert(.microphone) }
        if text.isEmpty { absent.insert(.text) }
        return absent
    }

    /// The elapsed time in whole seconds at an instant, 0 before the start; nil while it is hidden.
    package func elapsedSeconds(at now: Timestamp) -> Int? {
        guard let start else { return nil }
        let (passed, overflowed) = now.microseconds.subtractingReportingOverflow(start.microseconds)
        if overflowed { return now > start ? Self.maximumSeconds : 0 }
        return min(max(0, Int(passed / 1_000_000)), Self.maximumSeconds)
    }

    /// The next instant at which the displayed second changes; nil if it never does.
    package func nextSecond(after now: Timestamp) -> Timestamp? {
        guard let start, let elapsed = elapsedSeconds(at: now), elapsed < Self.maximumSeconds else { return nil }
        // Before the start, the first change comes one second after the start.
        let (next, overflowed) = start.microseconds.addingReportingOverflow(Int64(elapsed + 1) * 1_000_000)
        return overflowed ? nil : Timestamp(microseconds: next)
    }

    /// The next instant at which a comment's opacity changes; nil if none ever does.
    package func nextFading(after now: Timestamp) -> Timestamp? {
        comments.lazy.compactMap { fading.nextChange(ofCommentFrom: $0.time, after: now) }.min()
    }

    /// 999:59:59.
    private static let maximumSeconds = 1000 * 3600 - 1

    private mutating func addGifts(_ count: Int) throws(HUDError) {
        gifts = min((gifts ?? 0) + (try Self.checked(count, "gift")), Self.maximumCount)
    }

    /// Creates the next comment.
    private mutating func comment(
        _ author: String, _ text: String, _ now: Timestamp, gift: HUDComment.Gift? = nil
    ) throws(HUDError) -> HUDComment {
        let author = try Self.checked(author, "author", limit: Self.maximumAuthorBytes)
        let text = try Self.checked(
            text, gift == nil ? "comment" : "gift",
            limit: gift == nil ? Self.maximumTextBytes : Self.maximumAuthorBytes)
        lastComment &+= 1
        return HUDComment(number: lastComment, author: author, text: text, time: now, gift: gift)
    }

    private static func checked(_ count: Int, _ field: String) throws(HUDError) -> Int {
        guard (0...maximumCount).contains(count) else {
            throw .outOfRange(field: field, value: count, limit: maximumCount)
        }
        return count
    }

    /// The text on one line, with line breaks and control characters replaced by spaces.
    private static func checked(_ text: String, _ field: String, limit: Int) throws(HUDError) -> String {
        guard text.utf8.count <= limit else {
            throw .textTooLong(field: field, bytes: text.utf8.count, limit: limit)
        }
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { line.append(isLineBreak(scalar) ? " " : scalar) }
        return String(line)
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}

/// A comment of the audience, or a gift among the comments.
package struct HUDComment: Hashable {
    /// The serial number of the comment; it increases with every comment.
    package let number: Int
    package let author: String
    /// The comment's text, or the gift's name.
    package let text: String
    /// The time at which the comment arrived.
    package let time: Timestamp
    /// The gift's details; nil for a comment.
    package var gift: Gift?

    /// A gift's details beside its name and giver.
    package struct Gift: Hashable {
        /// The number of gifts given at once.
        package let count: Int
        /// The gift's picture; nil for the gift icon.
        package let picture: HUDImage?

        package init(count: Int, picture: HUDImage?) {
            self.count = count
            self.picture = picture
        }
    }
}
