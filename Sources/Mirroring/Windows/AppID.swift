/// The application id of a window: the name by which its client, status, events, commands and rules call it.
///
/// Clients choose it freely. Here alone it is made fit for everything downstream: it is never empty, has at most `longest`
/// bytes, ends with a whole character, and what is not printable is escaped as `\u{1b}`. An id made from an id is the same,
/// so what was published names the same window when it comes back.
package struct AppID: Hashable, Sendable {
    /// The most bytes of an id; the rest is cut off.
    package static let longest = 256

    package let text: String

    /// Nil for an empty text.
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

/// For constants, which are not empty.
extension AppID: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self.text = text.printable(toBytes: Self.longest)
    }
}

/// The applications that the service hosts.
package enum HostedApplication: String, Hashable, Sendable, Codable, CaseIterable {
    /// The root content.
    case content
    /// The panel application.
    case application
}
