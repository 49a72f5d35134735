import TestSupport
import Testing

@testable import KMS

@Suite struct PipeAssignmentTests {
    private func plane(_ id: UInt32, _ mask: UInt32) -> PipeAssignment.PrimaryPlane {
        PipeAssignment.PrimaryPlane(id: PlaneID(id), possibleCRTCs: mask)
    }

    private func request(
        _ id: UInt32, _ mask: UInt32, _ routing: PipeAssignment.Routing = .none
    ) -> PipeAssignment.Request {
        PipeAssignment.Request(connector: ConnectorID(id), possibleCRTCs: mask, routing: routing)
    }

    private var ordinary: PipeAssignment { PipeAssignment(crtcCount: 2, planes: [plane(31, 0b01), plane(32, 0b10)]) }

    @Test func lightsTwoOnTwo() throws {
        let pipes = try #require(ordinary.assignments([request(1, 0b11), request(2, 0b11)]).first)
        #expect(Set(pipes.values.map(\.crtc)) == [0, 1])
        #expect(Set(pipes.values.map(\.plane)) == [PlaneID(31), PlaneID(32)])
    }

    @Test func givesWayToTheChoosy() throws {
        let pipes = try #require(ordinary.assignments([request(1, 0b11), request(2, 0b01)]).first)
        #expect(pipes[ConnectorID(1)]?.crtc == 1)
        #expect(pipes[ConnectorID(2)]?.crtc == 0)
    }

    @Test func keepsEarlierWiring() {
        let pipes = ordinary.assignments([request(1, 0b11, .wired(crtc: 1)), request(2, 0b11)]).first
        #expect(pipes?[ConnectorID(1)] == Pipe(crtc: 1, plane: PlaneID(32)))
        #expect(pipes?[ConnectorID(2)] == Pipe(crtc: 0, plane: PlaneID(31)))
    }

    @Test func doesNotMoveWhatIsLit() {
        let enabled = Pipe(crtc: 0, plane: PlaneID(31))
        let pipes = ordinary.assignments([request(1, 0b11, .wired(crtc: 0)), request(2, 0b11, .enabled(enabled))])
            .first
        #expect(pipes?[ConnectorID(2)] == enabled)
        #expect(pipes?[ConnectorID(1)]?.crtc == 1)
    }

    @Test func movesWhatIsLitWhenNothingElseHelps() {
        let pipes = ordinary.assignments([
            request(1, 0b11, .enabled(Pipe(crtc: 0, plane: PlaneID(31)))), request(2, 0b01),
        ]).first
        #expect(pipes?[ConnectorID(1)]?.crtc == 1)
        #expect(pipes?[ConnectorID(2)]?.crtc == 0)
    }

    @Test func refusesMoreThanThereAre() {
        #expect(ordinary.assignments([request(1, 0b11), request(2, 0b11), request(3, 0b11)]).isEmpty)
        #expect(ordinary.assignments([request(1, 0)]).isEmpty)
        let onePlane = PipeAssignment(crtcCount: 2, planes: [plane(31, 0b11)])
        #expect(onePlane.assignments([request(1, 1), request(2, 2)]).isEmpty)
    }

    /// The hardware may refuse the first way: an engine may be too small for the display's mode.
    @Test func allWaysAreOffered() {
        let ways = ordinary.assignments([request(1, 0b11), request(2, 0b11)])
        #expect(ways.map { $0[ConnectorID(1)]?.crtc } == [0, 1])
        // What is enabled is moved only in the last resort.
        let beside = ordinary.assignments([
            request(1, 0b11, .enabled(Pipe(crtc: 0, plane: PlaneID(31)))), request(2, 0b11),
        ])
        #expect(beside.map { $0[ConnectorID(2)]?.crtc } == [1, 0])
    }

    @Test func lightsNothing() {
        #expect(ordinary.assignments([]) == [[:]])
    }

    /// Against every way to put at most four connectors on at most four CRTCs.
    @Test(arguments: 0..<200)
    func findsAWayWhereThereIsOne(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let crtcs = Int.random(in: 1...4, using: &random)
        let planes = (0..<crtcs).map { plane(UInt32(30 + $0), 1 << $0) }
        let requests = (0..<Int.random(in: 1...4, using: &random)).map {
            request(UInt32($0), UInt32.random(in: 0..<16, using: &random))
        }
        let found = PipeAssignment(crtcCount: crtcs, planes: planes).assignments(requests)
        #expect(!found.isEmpty == canPlace(requests[...], free: Set(0..<crtcs)))
        #expect(Set(found).count == found.count && found.count <= 48)
        for pipes in found { check(pipes, requests) }
    }

    private func check(_ found: [ConnectorID: Pipe], _ requests: [PipeAssignment.Request]) {
        #expect(found.count == requests.count)
        #expect(Set(found.values.map(\.crtc)).count == requests.count)
        for request in requests {
            guard let pipe = found[request.connector] else { continue }
            #expect(request.possibleCRTCs >> pipe.crtc & 1 == 1)
        }
    }

    private func canPlace(_ requests: ArraySlice<PipeAssignment.Request>, free: Set<Int>) -> Bool {
        guard let request = requests.first else { return true }
        return free.contains { crtc in
            request.possibleCRTCs >> crtc & 1 == 1
                && canPlace(requests.dropFirst(), free: free.subtracting([crtc]))
        }
    }
}
