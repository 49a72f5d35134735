/// Texts as strangers choose them: of clients, displays, devices, players and files.
package enum StrangersText {
    /// What steers terminals, breaks lines and quotes, turns the direction, is invisible, private, long in bytes or nothing at all.
    private static let parts: [String] = [
        "\0", "\u{1b}[2J", "\u{7}", "\n", "\r\n", "\r", "\t", "\u{7f}", "\u{85}", "\u{9b}", "\"", "\"\u{301}", "\\",
        "\\\u{301}",
        "\\u{1b}", "'", "$(x)", ",", ":", "/", " ", "\u{a0}", "\u{2028}", "\u{2029}", "\u{202e}", "\u{2066}",
        "\u{200f}",
        "\u{200b}", "\u{200d}", "\u{feff}", "\u{fffd}", "\u{fffe}", "\u{10ffff}", "\u{e000}", "\u{f0000}", "\u{e0041}",
        "\u{301}",
        "e\u{301}", "鏡", "می\u{200c}خواهم", "👩\u{200d}👩\u{200d}👧", "🇯🇵", "null", "-", "window:", "a", "Z", "0",
    ]

    /// A text of at most 5000 bytes and a character, often a short one, now and then none.
    package static func make(using random: inout SplitMix64) -> String {
        let length =
            switch Int.random(in: 0..<40, using: &random) {
            case 0...3: 0
            case 4...6: Int.random(in: 250...262, using: &random)
            case 7: Int.random(in: 0...5000, using: &random)
            default: Int.random(in: 1...40, using: &random)
            }
        let isOfOnePart = random.chance(20)
        let part = parts.randomElement(using: &random) ?? ""
        var text = ""
        while text.utf8.count < length {
            text += isOfOnePart ? part : parts.randomElement(using: &random) ?? ""
        }
        return text
    }
}
