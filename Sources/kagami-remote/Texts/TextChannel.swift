import Control
import Glibc
import Runtime

/// Carries out what lines of JSON ask for, one after the other, and answers each with a line.
///
/// After the end of the input it goes on for as long as the clipboard has its text.
final class TextChannel {
    /// Whether no more lines come.
    private var hasEnded = false
    private var lines = LineBuffer()
    private var replies = OutputQueue()
    /// Whether a request is being carried out; later ones wait.
    private var isBusy = false
    private let input: CInt
    private let output: CInt
    private let screens: ScreenConnection
    private let clipboard: Clipboard?
    private let keyboard = ViewerKeyboard()
    private let isLocked: () throws -> Bool
    private let loop: EventLoop
    private let json = JSONLine()
    private var inputSource: DescriptorSource?
    private var outputSource: DescriptorSource?

    /// A text in JSON is six times as long at most, as escapes.
    private static let longestLine = 6 * TextTransfer.limit + 1024
    /// The longest text to type, in characters.
    static let longestTyping = 4096
    /// How much is typed at once, and how long others have before the rest.
    private static let typedAtOnce = 64
    private static let typingPause: Int64 = 2000

    /// Neither descriptor is closed; `isLocked` asks the service.
    init(
        input: CInt, output: CInt, _ screens: ScreenConnection, isLocked: @escaping () throws -> Bool, loop: EventLoop
    ) throws {
        self.input = input
        self.output = output
        self.screens = screens
        self.isLocked = isLocked
        self.loop = loop
        clipboard = Clipboard(screens, loop: loop)
        for descriptor in [input, output] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        inputSource = try loop.watch(input) { [weak self] _ in self?.receive() }
        clipboard?.onLost = { [weak self] in self?.endIfDone() }
    }

    private func receive() {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(input, &part, part.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return endInput() }
        lines.append(part[..<count])
        perform()
        guard lines.count > Self.longestLine, !isBusy else { return watchInput() }
        answer(TextReply(ok: false, error: "a line is too long"))
        endInput()
    }

    private func endInput() {
        hasEnded = true
        inputSource = nil
        endIfDone()
    }

    /// Reads no further while requests wait.
    private func watchInput() {
        inputSource?.update(isBusy && lines.count > Self.longestLine ? [] : .readable)
    }

    private func endIfDone() {
        if hasEnded, !isBusy, replies.isEmpty, clipboard?.isOwner != true { loop.stop() }
    }

    /// Begins the next request.
    private func perform() {
        guard !isBusy, let line = lines.next() else { return }
        isBusy = true
        do {
            try perform(json.decode(from: line))
        } catch {
            finish(TextReply(ok: false, error: "\(error)"))
        }
    }

    private func perform(_ request: TextRequest) throws {
        switch request {
        case .type(let text):
            guard let keyboard else { throw TextTransfer.Failure(reason: "no keyboard data: install xkb-data") }
            guard text.count <= Self.longestTyping else {
                throw TextTransfer.Failure(reason: "the text is longer than \(Self.longestTyping) characters")
            }
            type(text[...], keyboard)
        case .copy(let text):
            guard let clipboard else { throw Self.noClipboard }
            let isSet = clipboard.set(Array(text.utf8))
            screens.flush()
            finish(isSet ? TextReply() : TextReply(ok: false, error: "the text is longer than 1 MiB"))
        case .paste:
            guard let clipboard else { throw Self.noClipboard }
            // Who sees the lock screen alone has not shown who they are.
            guard try !isLocked() else { throw TextTransfer.Failure(reason: "the session is locked") }
            clipboard.read { [weak self] result in
                switch result {
                case .success(let text): self?.finish(TextReply(text: String(decoding: text, as: UTF8.self)))
                case .failure(let failure): self?.finish(TextReply(ok: false, error: failure.reason))
                }
            }
        }
    }

    private static var noClipboard: TextTransfer.Failure {
        TextTransfer.Failure(reason: "the service has no clipboard for tools")
    }

    private func type(_ text: Substring, _ keyboard: ViewerKeyboard) {
        let part = text.prefix(Self.typedAtOnce)
        screens.perform(keyboard.type(part))
        screens.flush()
        let rest = text[part.endIndex...]
        guard !rest.isEmpty else { return finish(TextReply()) }
        loop.schedule(afterMicroseconds: Self.typingPause) { [weak self] in self?.type(rest, keyboard) }
    }

    private func finish(_ reply: TextReply) {
        answer(reply)
        // The next one begins in the loop, not within this one.
        loop.deferAction { [weak self] in
            guard let self else { return }
            isBusy = false
            perform()
            watchInput()
            endIfDone()
        }
    }

    private func answer(_ reply: TextReply) {
        replies.append(json.encode(reply))
        flush()
    }

    private func flush() {
        var hasFailed = false
        replies.drain { bytes in
            let count = write(output, bytes.baseAddress, bytes.count)
            hasFailed = count < 0 && errno != EAGAIN && errno != EINTR
            return count
        }
        if hasFailed {
            // Nobody reads the replies any more.
            replies = OutputQueue()
            return endInput()
        }
        if replies.isEmpty {
            outputSource = nil
            endIfDone()
        } else if outputSource == nil {
            outputSource = try? loop.watch(output, for: .writable) { [weak self] _ in self?.flush() }
        }
    }
}
