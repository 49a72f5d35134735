import ArgumentParser
import Control

/// `kagami hud feed`.
struct HUDFeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Change the status bar's values by lines of JSON on standard input.",
        discussion: """
            Each line is an object with any of comment {author, text}, clear_comments, pin, gifts, gift (a count, or \
            {name, count, author, picture}), viewers, start, elapsed, microphone, avatar, background and text. A wrong line is reported on standard error by its \
            number and changes nothing; the other lines still take effect.

            Example: kagami hud feed
            """)

    @OptionGroup var connection: SocketOption

    func run() throws {
        let client = try connection.connect()
        var feed = FeedLines(descriptor: 0)
        var hasFailed = false
        while let line = feed.next() {
            do throws(FeedError) {
                try Self.send(line, to: client)
            } catch {
                if case .connection(let reason) = error { throw reason }
                TextOutput.error.write(line: "kagami: line \(line.number): \(error)")
                hasFailed = true
            }
        }
        if hasFailed { throw ExitCode.failure }
    }

    /// Sends a line and waits for the reply, so that a program that writes too fast is slowed down.
    private static func send(_ line: FeedLines.Line, to client: ControlClient) throws(FeedError) {
        guard let bytes = line.bytes else { throw .line("longer than \(FeedLines.maximumBytes) bytes") }
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) {
            return
        }
        let opened: OpenedValues
        do {
            opened = try OpenedValues(try JSONLine().decode(from: bytes))
        } catch {
            throw .line("\(error)")
        }
        do throws(ControlError) {
            try client.perform(
                HUDRequest.set(opened.values), with: opened.files, patienceSeconds: HUDCommand.decodingPatienceSeconds)
        } catch {
            if case .refused(let reason) = error { throw .line(reason) }
            throw .connection(error)
        }
    }
}

/// Why a line of the feed was rejected.
private enum FeedError: Error, CustomStringConvertible {
    case line(String)
    /// The connection failed: nothing more can be sent.
    case connection(ControlError)

    var description: String {
        switch self {
        case .line(let reason): reason
        case .connection(let error): "\(error)"
        }
    }
}
