/// The application id of a window, by which its client, status, events, commands and rules name it.
///
/// Clients choose the id freely, and only this type makes it fit for all uses. An id is never empty, has at most
/// `longest` bytes and ends with a whole character. Unprintable characters are escaped as `\u{1b}`. An id made from an
/// id is the same id, so a published id names the same window when it comes back.
package struct AppID: Hashable, Sendable {
    /// The most bytes of an id; the rest is cut off.
    package static let longest = 256

    package let text: String

    /// The id in a text, or nil for an empty text.
    package init?(_ text: String) {
        if text.isEmpty { return nil }
        self.text = text.printable(toBytes: Self.longest)
    }
}

extension AppID: Comparable {
    package static func < (one: AppID, other: AppID) -> Bool { one.text < other.text }
}

extension AppID: TextCodable {
    package var description: String { text }
}

/// Ids as constants, which are not empty.
extension AppID: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self.text = text.printable(toBytes: Self.longest)
    }
}

/// The applications that the service hosts.
package enum HostedApplication: Hashable, Sendable {
    /// The root content.
    case content
    /// The panel application.
    case application
    /// A display's own application: the program with this index among those that the rules for displays name.
    case display(Int)

    /// The applications of a service with so many displays' own applications.
    package static func all(ofDisplays count: Int) -> [HostedApplication] {
        [.content, .application] + (0..<count).map(HostedApplication.display)
    }
}

/// What the panel shows.
package enum ForegroundChoice: String, Hashable, Sendable, Codable, CaseIterable {
    /// The root content, or what the controller controls in its place.
    case content
    /// The panel application.
    case application
}
