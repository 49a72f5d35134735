import ConfigurationFiles
import Mirroring
import Runtime

/// The configuration in TOML.
///
/// Two readings give the same. A refusal gives reasons, each of one line and for a line of the text.
enum ConfigurationReader: Reader {
    static let name = "configuration"

    static func read(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try ConfigurationParser.parse(text, file: "text")
        } catch {
            try check(!error.issues.isEmpty, "refused without a reason")
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            for (issue, line) in zip(error.issues, error.lines) {
                try check((1...lines).contains(issue.position.line), "a reason for a line that does not exist")
                try check(!line.contains("\n"), "a reason of several lines")
            }
            return
        }
        try check(try configuration == ConfigurationParser.parse(text, file: "text"), "two readings differ")
    }
}

/// A program's desktop entry.
///
/// An entry that is read has a name and a program, and two readings give the same.
enum DesktopEntryReader: Reader {
    static let name = "desktop-entry"

    static func read(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        guard let entry = DesktopEntry(text, in: .english, path: "/a.desktop") else { return }
        try check(!entry.name.isEmpty, "an entry without a name")
        try check(entry.command.first?.isEmpty == false, "an entry without a program")
        try check(entry == DesktopEntry(text, in: .english, path: "/a.desktop"), "two readings differ")
        _ = entry.isShown(on: ["kagami", "wlroots"])
    }
}

/// The address of a web page's request or of a viewers' server.
///
/// The address as links have it is read as the same address.
enum AddressReader: Reader {
    static let name = "address"

    static func read(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        guard let address = InternetAddress(text, usualPort: 80) else { return }
        try check([4, 16].contains(address.bytes.count), "an address of \(address.bytes.count) bytes")
        let again = InternetAddress(address.description, usualPort: 1)
        try check(again == address, "\(address) is read as \(again.map(String.init(describing:)) ?? "no address")")
    }
}
