/// Reads a text's bytes once from beginning to end, tracking line and column.
struct TOMLCursor {
    private let bytes: [UInt8]
    private var offset = 0
    private(set) var position = SourcePosition.start

    init(_ text: String) {
        bytes = Array(text.utf8)
        // Skip a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The next byte as the scalar of the same value, for comparison with ASCII; nil at the end.
    ///
    /// Above 0x7F the byte is part of a longer scalar.
    var next: Unicode.Scalar? { scalar(ahead: 0) }

    /// The next byte.
    var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// A byte further ahead.
    func scalar(ahead distance: Int) -> Unicode.Scalar? {
        let index = offset + distance
        return index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
    }

    mutating func advance() {
        guard offset < bytes.count else { return }
        let isLineEnd = bytes[offset] == 0x0A
        offset += 1
        if isLineEnd {
            position = SourcePosition(line: position.line + 1, column: 1)
        } else if offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
            position.column += 1
        }
    }

    mutating func advance(by count: Int) {
        for _ in 0..<count { advance() }
    }

    /// Skips blanks and tabs.
    mutating func skipBlanks() {
        while next == " " || next == "\t" { advance() }
    }

    /// The number of consecutive occurrences of `scalar` here, at most `limit`.
    func run(of scalar: Unicode.Scalar, limit: Int) -> Int {
        var count = 0
        while count < limit, self.scalar(ahead: count) == scalar { count += 1 }
        return count
    }

    /// The length of the line end here: 0 for none, 2 for a carriage return with its newline.
    var lineEnd: Int {
        switch next {
        case "\n": 1
        case "\r" where scalar(ahead: 1) == "\n": 2
        default: 0
        }
    }

    /// The error for an unexpected byte: `message`, or a specific one for a byte that is allowed nowhere.
    func complaint(_ message: String) -> TOMLError {
        switch next {
        case "\0": TOMLError(position, "a zero byte is not text")
        case .some("\u{1}"..."\u{8}"), .some("\u{B}"..."\u{1F}"), .some("\u{7F}"):
            TOMLError(position, "a control character must be written as an escape")
        default: TOMLError(position, message)
        }
    }

    /// Whether the next byte is a control character other than the tab.
    var isAtControl: Bool {
        switch next {
        case .some("\0"..."\u{8}"), .some("\u{A}"..."\u{1F}"), .some("\u{7F}"): true
        default: false
        }
    }
}
