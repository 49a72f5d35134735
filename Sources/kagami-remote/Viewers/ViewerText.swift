/// Texts as the VNC protocol has them: ISO 8859-1, or UTF-8 between those who have agreed on it.
enum ViewerText {
    /// UTF-8 as it is, and all else as ISO 8859-1.
    static func decode(_ bytes: [UInt8]) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// A character that ISO 8859-1 does not have becomes a question mark.
    static func encode(_ text: String, isUnicode: Bool) -> [UInt8] {
        isUnicode ? Array(text.utf8) : text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    }
}
