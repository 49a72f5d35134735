import Mirroring

/// New values of the status bar; absent ones stay unchanged. In JSON the values are one object, which is also a line of
/// `kagami hud feed`.
package struct HUDValues: Hashable, Sendable {
    /// The change of one value.
    package enum Setting<Value: Hashable & Sendable>: Hashable, Sendable {
        /// The key is absent.
        case keep
        /// The key is null.
        case remove
        case set(Value)
    }

    package struct Comment: Hashable, Sendable, Codable {
        package var author: String
        package var text: String

        package init(author: String, text: String) {
            self.author = author
            self.text = text
        }
    }

    /// Gifts of one kind from one giver.
    package struct Gift: Hashable, Sendable, Codable {
        package var name: String
        package var count: Int
        package var author: String
        package var picture: File?

        package init(name: String, count: Int = 1, author: String = "", picture: File? = nil) {
            self.name = name
            self.count = count
            self.author = author
            self.picture = picture
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 1
            author = try container.decodeIfPresent(String.self, forKey: .author) ?? ""
            picture = try container.decodeIfPresent(File.self, forKey: .picture)
        }
    }

    /// The start of the elapsed time.
    package enum Start: Hashable, Sendable {
        case now
        /// Seconds since 1970.
        case unixTime(Double)
    }

    /// The file of a picture.
    package enum File: Hashable, Sendable {
        /// A path, which the command opens; the service does not.
        case path(String)
        /// The index from 0 of a descriptor attached to the request.
        case attached(Int)
    }

    /// The largest number of viewers or gifts that the bar shows.
    package static let maximumCount = 999_999_999

    /// Whether to remove all comments before one is added.
    package var clearsComments = false
    package var comment: Comment?
    /// A comment that stays above the others.
    package var pin = Setting<Comment>.keep
    package var gifts: Int?
    /// The number of new gifts.
    package var moreGifts: Int?
    /// Named gifts, in JSON under the same key as `moreGifts`.
    package var gift: Gift?
    package var viewers: Int?
    package var start = Setting<Start>.keep
    /// The elapsed time so far in seconds; an alternative to `start`.
    package var elapsed: Double?
    /// Whether the microphone is on.
    package var microphone = Setting<Bool>.keep
    package var avatar = Setting<File>.keep
    package var background = Setting<File>.keep
    package var text: String?

    package init() {}
}

extension HUDValues: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case comment, pin, gifts, gift, viewers, start, elapsed, microphone, avatar, background, text
        case clearsComments = "clear_comments"
    }

    /// Any key, so that misspelt ones are reported.
    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys where Key(rawValue: key.stringValue) == nil {
            let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlRequestError("unknown key \"\(key.stringValue.prefix(40).printable)\": known are \(known)")
        }
        let container = try decoder.container(keyedBy: Key.self)
        clearsComments = try container.decodeIfPresent(Bool.self, forKey: .clearsComments) ?? false
        comment = try container.decodeIfPresent(Comment.self, forKey: .comment)
        pin = try container.setting(.pin) { try $0.decode(Comment.self, forKey: .pin) }
        gifts = try container.count(.gifts)
        gift = try? container.decode(Gift.self, forKey: .gift)
        moreGifts = gift == nil ? try Self.moreGifts(container) : nil
        if let gift, !(1...Self.mostGifts).contains(gift.count) {
            throw ControlRequestError("the gift's count must be 1 to \(Self.mostGifts)")
        }
        viewers = try container.count(.viewers)
        start = try container.setting(.start) { try Self.start($0) }
        elapsed = try container.decodeIfPresent(Double.self, forKey: .elapsed)
        if let elapsed, !(0...Self.longestTime).contains(elapsed) {
            throw ControlRequestError("elapsed must be 0 to \(Int(Self.longestTime)) seconds")
        }
        microphone = try container.setting(.microphone) { try $0.decode(Bool.self, forKey: .microphone) }
        avatar = try container.setting(.avatar) { try $0.decode(File.self, forKey: .avatar) }
        background = try container.setting(.background) { try $0.decode(File.self, forKey: .background) }
        text = try container.decodeIfPresent(String.self, forKey: .text)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if clearsComments { try container.encode(true, forKey: .clearsComments) }
        try container.encodeIfPresent(comment, forKey: .comment)
        try container.encode(pin, .pin)
        try container.encodeIfPresent(gifts, forKey: .gifts)
        try container.encodeIfPresent(gift, forKey: .gift)
        if gift == nil { try container.encodeIfPresent(moreGifts, forKey: .gift) }
        try container.encodeIfPresent(viewers, forKey: .viewers)
        switch start {
        case .keep: break
        case .remove: try container.encodeNil(forKey: .start)
        case .set(.now): try container.encode("now", forKey: .start)
        case .set(.unixTime(let seconds)): try container.encode(seconds, forKey: .start)
        }
        try container.encodeIfPresent(elapsed, forKey: .elapsed)
        try container.encode(microphone, .microphone)
        try container.encode(avatar, .avatar)
        try container.encode(background, .background)
        try container.encodeIfPresent(text, forKey: .text)
    }

    /// The longest time in seconds: far more than a clock can show, and safe from overflow.
    private static let longestTime = 1e9

    private static let mostGifts = 999_999_999

    private static func moreGifts(_ container: KeyedDecodingContainer<Key>) throws -> Int? {
        do {
            return try container.decodeIfPresent(Int.self, forKey: .gift)
        } catch {
            throw ControlRequestError(
                "gift must be a whole number, or an object with name and perhaps count, author and picture")
        }
    }

    private static func start(_ container: KeyedDecodingContainer<Key>) throws -> Start {
        if let word = try? container.decode(String.self, forKey: .start) {
            if word == "now" { return .now }
            throw ControlRequestError("start must be \"now\", null or seconds since 1970")
        }
        let seconds = try container.decode(Double.self, forKey: .start)
        guard (0...1e11).contains(seconds) else { throw ControlRequestError("start must be 0 to 100000000000") }
        return .unixTime(seconds)
    }
}

/// A string is a path, a number is a descriptor's index.
extension HUDValues.File: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .attached(number)
        } else {
            self = .path(try container.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .path(let path): try container.encode(path)
        case .attached(let number): try container.encode(number)
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a whole number; for any other number Foundation would report invalid JSON.
    fileprivate func count(_ key: Key) throws -> Int? {
        do {
            return try decodeIfPresent(Int.self, forKey: key)
        } catch let error as DecodingError {
            throw error
        } catch {
            throw ControlRequestError("\(key.stringValue) must be a whole number")
        }
    }

    fileprivate func setting<T>(_ key: Key, _ decode: (Self) throws -> T) throws -> HUDValues.Setting<T> {
        guard contains(key) else { return .keep }
        return try decodeNil(forKey: key) ? .remove : .set(try decode(self))
    }
}

extension KeyedEncodingContainer {
    fileprivate mutating func encode<T: Encodable>(_ setting: HUDValues.Setting<T>, _ key: Key) throws {
        switch setting {
        case .keep: break
        case .remove: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
