import ConfigurationFiles
import Mirroring

/// A text that a stranger wrote, for one of the parsers that read such texts.
struct FuzzedText {
    /// What reads the text.
    enum Reader: UInt8, CaseIterable {
        case configuration, desktopEntry
    }

    let reader: Reader
    let text: String

    /// The first byte selects the reader, the others are the text, with a replacement for what is not UTF-8.
    init?(_ input: UnsafeBufferPointer<UInt8>) {
        guard let first = input.first, let reader = Reader(rawValue: first % UInt8(Reader.allCases.count)) else {
            return nil
        }
        self.reader = reader
        text = String(decoding: input.dropFirst(), as: UTF8.self)
    }

    /// Reads the text. Traps where the reader does, or breaks a promise.
    func read() {
        switch reader {
        case .configuration: readConfiguration()
        case .desktopEntry: _ = DesktopEntry(text, in: .english, path: "/a.desktop")
        }
    }

    private func readConfiguration() {
        do throws(ConfigurationError) {
            let configuration = try ConfigurationParser.parse(text, file: "text")
            let again = try ConfigurationParser.parse(text, file: "text")
            precondition(configuration == again, "two readings differ")
        } catch {
            precondition(!error.issues.isEmpty, "refused without a reason")
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            for (issue, line) in zip(error.issues, error.lines) {
                precondition((1...lines).contains(issue.position.line), "a reason for a line that does not exist")
                precondition(!line.contains("\n"), "a reason of several lines")
            }
        }
    }
}
