import Control
import Runtime

/// Joins a page's WebSocket with the program that serves a display's pictures, once that answers.
final class ScreenBridge {
    private let page: Wire
    private let servers: ScreenServers
    private let output: String
    private let address: SocketAddress
    /// Makes a wire of a connection to the program.
    private let adopt: (CInt) -> Wire?
    private let deadline: Int64
    private var server: Wire?
    /// What the page has sent before the program answers: nothing usually, since the program speaks first.
    private var early: [UInt8] = []

    private static let retryMicroseconds: Int64 = 50_000
    private static let patience: Int64 = 10_000_000
    private static let mostEarly = 4096

    init(page: Wire, _ output: String, _ servers: ScreenServers, adopt: @escaping (CInt) -> Wire?) throws {
        self.page = page
        self.servers = servers
        self.output = output
        self.adopt = adopt
        address = try servers.enter(output)
        deadline = MonotonicClock.now + Self.patience
        page.onBytes = { [self] bytes, _ in
            early += bytes
            if early.count > Self.mostEarly { page.finish(code: 1008, "too much at once") }
        }
        page.onTimer = { [self] in connect() }
        page.onClosed = { [self] in leave() }
        connect()
    }

    private func connect() {
        guard server == nil else { return }
        if let descriptor = address.connect(), let server = adopt(descriptor) {
            join(server)
        } else if !servers.isRunning(address) {
            page.finish(code: 1011, "the display is not shown")
        } else if MonotonicClock.now >= deadline {
            page.finish(code: 1011, "the display's pictures do not come")
        } else {
            page.callBack(afterMicroseconds: Self.retryMicroseconds)
        }
    }

    private func join(_ server: Wire) {
        self.server = server
        page.source = server
        server.source = page
        page.onBytes = { bytes, _ in server.send(bytes) }
        server.onBytes = { [page] bytes, _ in page.send(bytes) }
        server.onClosed = { [page] in page.finish(code: 1001, "the display is no longer shown") }
        server.send(early)
        early = []
    }

    private func leave() {
        servers.leave(output, address, now: MonotonicClock.now)
        server?.finish()
    }
}
