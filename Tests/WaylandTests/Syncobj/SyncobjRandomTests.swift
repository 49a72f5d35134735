import Mirroring
import TestSupport
import Testing

@testable import Wayland

/// Random commits, points and readers: commits apply in order, and each release point is signalled once, as soon as the last
/// hold of its commit is gone and not before.
@Suite struct SyncobjRandomTests {
    @Test(arguments: Effort.seeds(sample: 40, torture: 4_000))
    func eachCommitIsShownInTurnAndReleasedOnce(seed: UInt64) throws {
        let run = try SyncobjRun(seed: seed)
        for step in 0..<60 {
            run.step()
            try #require(run.problem == nil, "seed \(seed), step \(step): \(run.problem ?? "")")
        }
        run.end()
        #expect(run.problem == nil, "seed \(seed), at the end: \(run.problem ?? "")")
    }
}

/// A client with two surfaces and three buffers, beside a model of what is to be seen and released.
private final class SyncobjRun {
    private struct Commit {
        /// Nil for one that removes the contents.
        var buffer: Int?
        var point: UInt64
    }

    private struct Place {
        let surface: UInt32
        let object: UInt32
        var shown: Commit?
        var queue: [Commit] = []
    }

    private let fixture: SyncobjFixture
    private let buffers: [UInt32]
    private var places: [Place] = []
    private var random: SplitMix64
    private var lastPoint: UInt64 = 0
    private var reached: Set<UInt64> = []
    /// Readers, and the commits that each may be reading.
    private var holds: [(hold: BufferHold, points: Set<UInt64>)] = []
    private var isOver = false

    init(seed: UInt64) throws {
        let fixture = try SyncobjFixture()
        self.fixture = fixture
        random = SplitMix64(seed: seed)
        buffers = (0..<3).map { fixture.sync.makeBuffer($0) }
        let other = fixture.client.makeSurface()
        fixture.showNothing()
        places = [
            Place(surface: fixture.surface, object: fixture.object),
            Place(surface: other, object: fixture.sync.synchronize(other)),
        ]
        fixture.server.show(places.map { (fixture.client.surface($0.surface), 0, 0) })
    }

    func step() {
        let place = Int.random(in: 0...1, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case ..<40: commit(at: place)
        case ..<45: remove(at: place)
        case ..<75: reach()
        case ..<88: hold()
        default: if !holds.isEmpty { holds.remove(at: Int.random(in: holds.indices, using: &random)) }
        }
        fixture.server.pump()
    }

    /// The client goes, and so do the readers.
    func end() {
        fixture.server.show([])
        fixture.client.wire.hangUp()
        for index in places.indices { (places[index].shown, places[index].queue) = (nil, []) }
        holds = []
        isOver = true
    }

    private func commit(at index: Int) {
        lastPoint += 1
        let buffer = Int.random(in: buffers.indices, using: &random)
        fixture.show(
            buffer: buffers[buffer], from: lastPoint, to: lastPoint, on: places[index].surface,
            by: places[index].object)
        places[index].queue.append(Commit(buffer: buffer, point: lastPoint))
        if random.chance(30) { reach(lastPoint) }
        apply()
    }

    private func remove(at index: Int) {
        fixture.client.attach(0, to: places[index].surface)
        fixture.client.commit(places[index].surface)
        places[index].queue.append(Commit(buffer: nil, point: 0))
        apply()
    }

    /// Reaches any point that was not reached yet, be it committed or not.
    private func reach() {
        let open = (1...lastPoint + 1).filter { !reached.contains($0) }
        if let point = open.randomElement(using: &random) { reach(point) }
    }

    private func reach(_ point: UInt64) {
        reached.insert(point)
        fixture.reach(point)
        apply()
    }

    /// Shows the commits whose turn it is, in the model.
    private func apply() {
        for index in places.indices {
            while let first = places[index].queue.first, first.buffer == nil || reached.contains(first.point) {
                places[index].shown = places[index].queue.removeFirst()
            }
        }
    }

    private func hold() {
        let shown = places.compactMap { $0.shown?.buffer }
        guard let index = shown.indices.randomElement(using: &random) else { return }
        let points = commits.filter { $0.buffer == shown[index] }.map(\.point)
        holds.append((BufferHold(fixture.server.content.scene[index].source), Set(points)))
    }

    /// Those that have not been superseded.
    private var commits: [Commit] { places.flatMap { $0.queue + [$0.shown].compactMap(\.self) } }

    /// What is not as the model says; nil if all is well.
    var problem: String? {
        let kept = holds.reduce(into: Set(commits.filter { $0.buffer != nil }.map(\.point))) { $0.formUnion($1.points) }
        let released = fixture.release.releases
        if let twice = released.first(where: { $0.value != 1 }) { return "\(twice.key) is signalled \(twice.value)x" }
        let early = kept.intersection(released.keys)
        if !early.isEmpty { return "\(early) are signalled too early" }
        let late = committed.subtracting(kept).subtracting(released.keys)
        if !late.isEmpty { return "\(late) are not signalled" }
        if isOver { return fixture.acquire.waiters == 0 ? nil : "somebody still waits" }
        if let error = fixture.client.wire.error { return error.message }
        let shown = places.compactMap { $0.shown?.buffer.map(UInt32.init) }
        return fixture.server.pixels == shown ? nil : "\(fixture.server.pixels) are shown, not \(shown)"
    }

    private var committed: Set<UInt64> { lastPoint == 0 ? [] : Set(1...lastPoint) }
}
