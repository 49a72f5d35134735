import Control
import Runtime

/// Joins a page's WebSocket with a connection to the control socket of its own.
///
/// Lines of JSON go both ways. A page that sends what it may not, or what is not a request, is turned away; one that sends too much is read more
/// slowly.
final class ControlBridge {
    private let page: Wire
    private let service: Wire
    private var input: PageInput
    private var message: [UInt8] = []
    private var limit: RateLimit
    private let json = JSONLine()

    private static let longestMessage = 1 << 16
    /// Ten fingers at 120 movements a second are 1200 lines.
    private static let linesPerSecond = 1500

    init(page: Wire, service: Wire, _ input: PageInput) {
        self.page = page
        self.service = service
        self.input = input
        limit = RateLimit(burst: 2 * Self.linesPerSecond, perSecond: Self.linesPerSecond, now: MonotonicClock.now)
        page.source = service
        service.source = page
        page.onBytes = { [self] in received($0, isLast: $1) }
        page.onClosed = { [self] in leave() }
        service.onBytes = { [page] bytes, _ in page.send(bytes) }
        service.onClosed = { [page] in page.finish(code: 1001, "the service has closed the connection") }
    }

    private func received(_ bytes: UnsafeRawBufferPointer, isLast: Bool) {
        message.append(contentsOf: bytes)
        guard message.count <= Self.longestMessage else { return refuse("a message is too long", code: 1009) }
        guard isLast else { return }
        let lines = message.split(separator: UInt8(ascii: "\n"))
        message = []
        var pause: Int64 = 0
        do {
            for line in lines {
                let request: RequestLine = try json.decode(from: Array(line))
                service.send(json.encode(RequestLine(try input.admit(request.command))))
                pause = max(pause, limit.count(at: MonotonicClock.now))
            }
        } catch let refusal as PageInput.Refusal {
            refuse(refusal.reason, code: 1008)
        } catch {
            refuse("bad request: \(error)", code: 1008)
        }
        if pause > 0 { page.wait(microseconds: pause) }
    }

    private func refuse(_ reason: String, code: UInt16) {
        page.finish(code: code, reason)
    }

    /// Releases what the page held.
    private func leave() {
        for command in input.release() { service.send(json.encode(RequestLine(command))) }
        service.finish()
    }
}
