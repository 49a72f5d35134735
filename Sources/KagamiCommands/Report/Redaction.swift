import Glibc
import Mirroring
import Runtime

/// Replaces personal details in a text: home folders, the names of the user and the machine, and any given names.
///
/// Private values with a known place are left out before. The redaction is for other places where they may occur, such as log lines.
struct Redaction {
    private let homes: [String]
    private let words: [(name: String, replacement: String)]
    private let names: [String]

    /// The shortest name that is replaced; shorter names occur in any text.
    static let shortestName = 4

    /// `names` are replaced wherever they occur, even within words.
    init(home: String?, user: String?, host: String?, names: [String]) {
        homes = home.map { $0.count > 1 ? [$0] : [] } ?? []
        words = [(user, "USER"), (host, "HOST")].compactMap { name, replacement in
            guard let name, name.count > 1, !Self.impersonal.contains(name) else { return nil }
            return (name, replacement)
        }
        // The longest first, because one may be part of another.
        self.names = Set(names.flatMap { [$0, $0.printable] }).filter { $0.count >= Self.shortestName }
            .sorted { ($0.count, $0) > ($1.count, $1) }
    }

    /// The redaction for the user and the machine that run the command.
    init(environment: [String: String], names: [String]) {
        let host = (try? FilePath.read("/proc/sys/kernel/hostname")).map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
        self.init(home: environment["HOME"], user: user ?? environment["USER"], host: host, names: names)
    }

    func clean(_ text: String) -> String {
        var text = text
        for name in names { text = text.replacing(name, with: "NAME") }
        for home in homes { text = text.replacing(home, with: "~") }
        text = text.replacing(/\/home\/[^\/\s"']+/, with: "/home/USER")
        for (name, replacement) in words { text = Self.replaceWords(name, by: replacement, in: text) }
        return text
    }

    /// Names of users and machines that belong to nobody.
    private static let impersonal: Set = ["root", "kagami", "localhost"]

    private static func replaceWords(_ word: String, by replacement: String, in text: String) -> String {
        var result = ""
        var rest = text[...]
        while let found = rest.firstRange(of: word) {
            let before = rest[..<found.lowerBound]
            // The character before the word may already be in the result.
            let isWord =
                !isPart(before.last ?? result.last) && !isPart(rest[found.upperBound...].first)
            result += before + (isWord ? replacement : word)
            rest = rest[found.upperBound...]
        }
        return result + rest
    }

    private static func isPart(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
}
