import CWayland
import Mirroring
import Runtime
import Testing
import WaylandBinding

@testable import Wayland

/// Clients that send more than can be handled leave time for the others.
@Suite struct RequestTurnsTests {
    private let clock = ManualClock()
    private let server: TestServer

    init() throws {
        server = try TestServer(layout: .filling, clock: clock)
    }

    private func floods(_ count: Int) -> [Flood] {
        let floods = (0..<count).map { _ in Flood(server, clock) }
        for flood in floods { flood.send(blocks: 8) }
        return floods
    }

    /// What a turn takes in which no flood is read, in microseconds.
    private static let turn: Int64 = 500

    /// A turn of the loop, which takes a little time.
    private func turn() {
        server.display.loop.turn(timeoutMilliseconds: 0)
        clock.microseconds += Self.turn
    }

    private func showFrame() {
        server.content.framePresented(
            Presentation(
                time: Timestamp(microseconds: clock.microseconds), refreshNanoseconds: 16_666_667, sequence: 7,
                isHardwareClock: false, isVariable: false, isTorn: false))
    }

    @Test func allGreedyClientsAreReadAsOften() {
        let floods = floods(40)
        for _ in 0..<2000 where floods.contains(where: { $0.answers < 8 }) {
            turn()
            let answers = floods.map { $0.receive() }
            #expect(answers.max()! - answers.min()! <= 2)
        }
        #expect(floods.allSatisfy { $0.answers == 8 })
    }

    @Test func othersAreAnsweredMeanwhile() {
        let quiet = server.connect().0
        let floods = floods(80)
        // Nobody is known to be greedy in the first turns.
        for _ in 0..<10 { turn() }
        var questions = 0
        while floods.contains(where: { $0.receive() < 8 }) {
            let question = quiet.create(1, 0)
            let start = clock.microseconds
            while quiet.events(of: question, 0).isEmpty, clock.microseconds < start + 1_000_000 {
                turn()
                quiet.receive()
            }
            #expect(clock.microseconds - start < 7000, "a rest and a slice")
            questions += 1
        }
        #expect(questions > 10)
    }

    @Test func greedyClientsHaveHalfOfTheTime() {
        let floods = floods(20)
        let start = clock.microseconds
        for _ in 0..<2000 where floods.contains(where: { $0.receive() < 8 }) { turn() }
        #expect(floods.allSatisfy { $0.answers == 8 })
        #expect(clock.microseconds - start > 2 * 20 * 7 * Flood.cost)
    }

    @Test(arguments: [true, false])
    func greedyClientsAreReadAfterAFrame(isShown: Bool) {
        let floods = floods(20)
        for _ in 0..<10 { turn() }
        var last: (end: Int64, length: Int64)?
        var waits = 0
        for _ in 0..<2000 where floods.contains(where: { $0.receive() < 6 }) {
            let start = clock.microseconds
            turn()
            let length = clock.microseconds - start - Self.turn
            if length > 0 {
                if let last {
                    let wait = start - last.end
                    let expected = last.length * (isShown ? 1 : 4)
                    #expect(wait >= expected && wait <= expected + 2000)
                    waits += 1
                }
                last = (start + length, length)
            }
            if isShown { showFrame() }
        }
        #expect(waits > 5)
    }

    @Test func oneGreedyClientDoesNotWait() {
        let flood = floods(1)[0]
        for _ in 0..<8 { turn() }
        #expect(flood.receive() == 8)
    }

    @Test func greedyClientsEndWhileTheyWait() {
        let floods = floods(40)
        for number in floods.indices where number % 2 == 0 {
            turn()
            floods[number].hangUp()
        }
        let others = floods.indices.filter { $0 % 2 == 1 }.map { floods[$0] }
        for _ in 0..<2000 where others.contains(where: { $0.receive() < 8 }) { turn() }
        #expect(others.allSatisfy { $0.answers == 8 })
    }
}

/// A client that sends far more than is read at once.
private final class Flood {
    /// What it costs to handle a block, in microseconds.
    static let cost: Int64 = 400

    private let client: SurfaceClient
    private let surface: UInt32
    private let handled: Listener

    init(_ server: TestServer, _ clock: ManualClock) {
        let (wire, connection) = server.connect()
        client = SurfaceClient(wire, connection)
        surface = client.makeSurface()
        wire.roundTrip()
        wire.forgetEvents()
        handled = Listener(
            handler: { _ in clock.microseconds += Flood.cost },
            attach: { wl_client_add_resource_created_listener(connection!.handle, $0) })
    }

    /// Sends as many requests as fill libwayland's buffer, and one that is answered, so many times.
    func send(blocks: Int) {
        for _ in 0..<blocks {
            var block = WireEncoder(object: 1, opcode: 0, [.uint(client.wire.newID())])
            while block.bytes.count < 4096 { block.append(WireEncoder(object: surface, opcode: 6, [])) }
            client.wire.send(block)
        }
    }

    /// The blocks that have been read.
    var answers: Int { client.wire.events.count }

    func receive() -> Int {
        client.wire.receive()
        return answers
    }

    func hangUp() { client.wire.hangUp() }
}
