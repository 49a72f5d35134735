import Logging
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct ClientLivenessTests {
    /// Runs what is due when the test says so.
    private final class ManualClock: LivenessClock {
        private(set) var waiting: [() -> Void] = []

        func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void) { waiting.append(action) }

        func fire() {
            let due = waiting
            waiting = []
            for action in due { action() }
        }
    }

    private let server: TestServer
    private let client: SurfaceClient
    private let clock = ManualClock()
    private let liveness: ClientLiveness
    private let base: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = SurfaceClient(server)
        base = client.wire.bind("xdg_wm_base")
        let resource = try #require(client.serverResource(XdgWmBase.self, base))
        liveness = ClientLiveness(
            StableShellWire(resource: resource), clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private var pings: [UInt32] {
        client.wire.roundTrip()
        return client.wire.events(of: base, 0).map { $0.words[0] }
    }

    @Test func oneQuestionAtATime() {
        liveness.ping(serial: 5)
        liveness.ping(serial: 6)
        #expect(pings == [5])
        liveness.pong(serial: 4)
        liveness.ping(serial: 7)
        #expect(pings == [5], "a wrong answer is none")
        liveness.pong(serial: 5)
        liveness.ping(serial: 8)
        #expect(pings == [5, 8])
    }

    @Test func silenceIsNoticedAndForgiven() {
        liveness.ping(serial: 5)
        clock.fire()
        #expect(liveness.isUnresponsive)
        liveness.pong(serial: 5)
        #expect(!liveness.isUnresponsive)
        #expect(client.wire.error == nil)
    }

    @Test func answersInTimeAreEnough() {
        liveness.ping(serial: 5)
        liveness.pong(serial: 5)
        clock.fire()
        #expect(!liveness.isUnresponsive)
    }
}
