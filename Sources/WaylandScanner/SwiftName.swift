/// Converts the protocol's snake_case names to Swift names.
enum SwiftName {
    /// `wl_surface` becomes `WlSurface`; names with a special meaning after a dot get a suffix.
    static func type(_ name: String) -> String {
        let plain = capitalizedWords(name)
        return ["Type", "Protocol", "Self"].contains(plain) ? plain + "Code" : plain
    }

    /// `tool_added` becomes `ToolAdded`, as a part of a longer name.
    static func capitalizedWords(_ name: String) -> String {
        words(name).map(capitalized).joined()
    }

    /// `set_buffer_scale` becomes `setBufferScale`, without escaping.
    static func member(_ name: String) -> String {
        let parts = words(name)
        return (parts.first ?? "") + parts.dropFirst().map(capitalized).joined()
    }

    /// A member name usable as an identifier; keywords are quoted.
    static func identifier(_ name: String) -> String {
        let plain = member(name)
        return keywords.contains(plain) ? "`\(plain)`" : plain
    }

    /// An enum entry's name. A name that starts with a digit is prefixed with the enum's name.
    static func entry(_ name: String, of enumName: String) -> String {
        name.first?.isNumber == true ? member("\(enumName)_\(name)") : identifier(name)
    }

    private static func words(_ name: String) -> [String] {
        name.split(separator: "_").map(String.init)
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static let keywords: Set<String> = [
        "as", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else", "enum", "extension",
        "false", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "private", "protocol", "public", "repeat", "return", "self", "static", "struct", "super",
        "switch", "throw", "true", "try", "typealias", "var", "where", "while",
    ]
}
