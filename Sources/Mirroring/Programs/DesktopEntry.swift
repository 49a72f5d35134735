/// A program as its desktop entry describes it, as far as a launcher needs that.
package struct DesktopEntry: Hashable, Sendable {
    package private(set) var name = ""
    /// The program and its arguments, without any file to open.
    package private(set) var command: [String] = []
    package private(set) var needsTerminal = false
    /// A program that must be there for the entry to be of use.
    package private(set) var tryCommand: String?
    /// The icon's name in an icon theme, or its file's absolute path; empty for none.
    package private(set) var icon = ""
    /// The application id of its windows, where that is not the entry's own name.
    package private(set) var windowClass: String?
    private var isHidden = false
    /// The desktops that show it alone, or that do not.
    private var only: [String]?
    private var never: [String] = []

    /// Nil where the text is no entry of a program that can be started. `path` is where the text was found.
    package init?(_ text: String, in language: Language, path: String = "") {
        let values = DesktopEntryText.values(in: text)
        func string(_ key: String) -> String? { values[key].map(DesktopEntryText.unescaped) }
        func localised(_ key: String) -> String? {
            language.localeNames.lazy.compactMap { string("\(key)[\($0)]") }.first ?? string(key)
        }
        guard values["Type"] == "Application", let name = localised("Name"), !name.isEmpty, let line = string("Exec")
        else { return nil }
        icon = localised("Icon") ?? ""
        let codes = ExecLine.Codes(name: name, icon: icon, path: path)
        guard let command = ExecLine.words(line, codes) else { return nil }
        self.name = name
        self.command = command
        needsTerminal = values["Terminal"] == "true"
        windowClass = string("StartupWMClass").flatMap { $0.isEmpty ? nil : $0 }
        tryCommand = string("TryExec").flatMap { $0.isEmpty ? nil : $0 }
        isHidden = values["NoDisplay"] == "true" || values["Hidden"] == "true"
        only = values["OnlyShowIn"].map(DesktopEntryText.list)
        never = values["NotShowIn"].map(DesktopEntryText.list) ?? []
    }

    /// Whether a launcher shows it on these desktops, the first of which that the entry names decides.
    package func isShown(on desktops: [String]) -> Bool {
        if isHidden { return false }
        for desktop in desktops {
            if only?.contains(desktop) == true { return true }
            if never.contains(desktop) { return false }
        }
        return only == nil
    }
}

/// The text of a desktop entry: groups of keys with values.
enum DesktopEntryText {
    private static let group = "[Desktop Entry]"

    /// The values of the main group; of several with one key the first counts.
    static func values(in text: String) -> [String: String] {
        var values: [String: String] = [:]
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") {
                if isInside { break }
                isInside = trimmed(line) == group
            } else if isInside, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
                let key = trimmed(line[..<equals])
                if values[key] == nil { values[key] = trimmed(line[line.index(after: equals)...]) }
            }
        }
        return values
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text = text.dropFirst() }
        while text.last == " " || text.last == "\t" { text = text.dropLast() }
        return String(text)
    }

    /// A value of type string.
    static func unescaped(_ value: String) -> String {
        var text = ""
        var isEscaped = false
        for character in value {
            if isEscaped {
                switch character {
                case "s": text += " "
                case "n": text += "\n"
                case "t": text += "\t"
                case "r": text += "\r"
                case "\\": text += "\\"
                default: text += "\\\(character)"
                }
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return isEscaped ? text + "\\" : text
    }

    /// A value of several strings, each ended by a semicolon.
    static func list(_ value: String) -> [String] {
        value.split(separator: ";").map { unescaped(String($0)) }
    }
}

/// The command line of a desktop entry.
enum ExecLine {
    /// What field codes stand for.
    struct Codes {
        let name: String
        let icon: String
        let path: String
    }

    /// The words of the line, without those that stand for files; nil where it is none.
    static func words(_ line: String, _ codes: Codes) -> [String]? {
        var words: [String] = []
        var rest = line[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\n" }
            if rest.isEmpty { break }
            guard let word = next(&rest) else { return nil }
            guard let expanded = expanded(word, codes) else { return nil }
            words += expanded
        }
        guard let program = words.first, !program.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
            return nil
        }
        return words
    }

    /// A word, with the parts of it that are in quotes.
    private static func next(_ rest: inout Substring) -> [(text: String, isQuoted: Bool)]? {
        var parts: [(text: String, isQuoted: Bool)] = []
        var plain = ""
        while let character = rest.first, character != " ", character != "\t", character != "\n" {
            rest = rest.dropFirst()
            guard character == "\"" else {
                plain.append(character)
                continue
            }
            guard let quoted = quoted(&rest) else { return nil }
            if !plain.isEmpty { parts.append((plain, false)) }
            plain = ""
            parts.append((quoted, true))
        }
        if !plain.isEmpty { parts.append((plain, false)) }
        return parts
    }

    /// The text up to the closing quote; nil where there is none.
    private static func quoted(_ rest: inout Substring) -> String? {
        var text = ""
        while let character = rest.popFirst() {
            if character == "\"" { return text }
            if character == "\\", let next = rest.first, "\"`$\\".contains(next) {
                rest = rest.dropFirst()
                text.append(next)
            } else {
                text.append(character)
            }
        }
        return nil
    }

    /// The words that a word with field codes stands for; nil with a code that there is not.
    private static func expanded(_ parts: [(text: String, isQuoted: Bool)], _ codes: Codes) -> [String]? {
        if parts.count == 1, !parts[0].isQuoted, parts[0].text == "%i" {
            return codes.icon.isEmpty ? [] : ["--icon", codes.icon]
        }
        var text = ""
        var hasOther = false
        for part in parts {
            var rest = part.text[...]
            if part.isQuoted { hasOther = true }
            while let character = rest.popFirst() {
                guard character == "%" else {
                    text.append(character)
                    continue
                }
                switch rest.popFirst() {
                case "%": text += "%"
                case "c": text += codes.name
                case "k": text += codes.path
                // Files, of which there are none, and what is out of use.
                case "f", "F", "u", "U", "d", "D", "n", "N", "v", "m", "i": break
                default: return nil
                }
            }
        }
        return text.isEmpty && !hasOther ? [] : [text]
    }
}

extension Language {
    /// The locales in a desktop entry that are in this language, the best first.
    fileprivate var localeNames: [String] {
        switch self {
        case .english: ["en_US", "en"]
        case .japanese: ["ja_JP", "ja"]
        }
    }
}
