/// Collects indented lines of Swift.
struct SwiftWriter {
    private(set) var text = ""
    private var depth = 0

    /// A line at the current depth; an empty one stays empty.
    mutating func line(_ content: String = "") {
        if !content.isEmpty { text += String(repeating: "    ", count: depth) + content }
        text += "\n"
    }

    /// `opening {`, an indented body, and a closing brace.
    mutating func block(_ opening: String, _ body: (inout SwiftWriter) -> Void) {
        line(opening + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }
}
