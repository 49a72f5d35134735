/// A program as its desktop entry describes it, as far as a launcher needs the description.
package struct DesktopEntry: Hashable, Sendable {
    package private(set) var name = ""
    /// The program and its arguments, without any file to open.
    package private(set) var command: [String] = []
    package private(set) var needsTerminal = false
    /// A program without which the entry is of no use, or nil for none.
    package private(set) var tryCommand: String?
    /// The icon's name in an icon theme, or its file's absolute path, or empty for none.
    package private(set) var icon = ""
    /// The application id of the program's windows, or nil where it is the entry's own name.
    package private(set) var windowClass: String?
    private var isHidden = false
    /// The only desktops that show the entry, and the desktops that do not.
    private var only: [String]?
    private var never: [String] = []

    /// The entry in a text, or nil where the text describes no program that can be started.
    ///
    /// `path` is where the text was found.
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

    /// Whether a launcher on these desktops shows the entry.
    ///
    /// The first desktop that the entry names decides.
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

    /// The values of the main group; of several values with one key the first one stays.
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

    /// The text of a value of type string, without its escapes.
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

    /// The strings of a value, each ended by a semicolon.
    static func list(_ value: String) -> [String] {
        value.split(separator: ";").map { unescaped(String($0)) }
    }
}

/// The command line of a desktop entry.
enum ExecLine {
    /// The texts that field codes stand for.
    struct Codes {
        let name: String
        let icon: String
        let path: String
    }

    /// The words of the line without file names, or nil for no valid line.
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

    /// The next word, in parts with and without quotes, or nil for an open quote.
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

    /// The text up to the closing quote, or nil where there is none.
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

    /// The words that a word with field codes stands for, or nil for an unknown code.
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
                // Codes for files, of which there are none, and obsolete codes.
                case "f", "F", "u", "U", "d", "D", "n", "N", "v", "m", "i": break
                default: return nil
                }
            }
        }
        return text.isEmpty && !hasOther ? [] : [text]
    }
}

extension Language {
    /// The locales of this language in a desktop entry, the best first.
    fileprivate var localeNames: [String] {
        switch self {
        case .english: ["en_US", "en"]
        case .japanese: ["ja_JP", "ja"]
        }
    }
}
