import TestSupport
import Testing

@testable import Runtime

@Suite struct DeadlineQueueTests {
    @Test func equalInstantsKeepTheirOrder() {
        var queue = DeadlineQueue()
        let numbers = (0..<20).map { _ in queue.insert(7) }
        var taken: [UInt64] = []
        while let entry = queue.popFirst(dueAt: 7) { taken.append(entry.number) }
        #expect(taken == numbers)
    }

    @Test func keepsWhatIsNotDue() {
        var queue = DeadlineQueue()
        _ = queue.insert(8)
        #expect(queue.popFirst(dueAt: 7) == nil)
        #expect(queue.first?.instant == 8)
    }

    @Test func removingTwiceRemovesOnce() {
        var queue = DeadlineQueue()
        let gone = queue.insert(1)
        let stays = queue.insert(2)
        queue.remove(gone)
        queue.remove(gone)
        #expect(queue.count == 1)
        #expect(queue.first?.number == stays)
    }

    /// Whatever is inserted, removed and taken, the queue agrees with a sorted list.
    @Test(arguments: UInt64(1)...20)
    func agreesWithASortedList(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = DeadlineQueue()
        var model: [DeadlineQueue.Entry] = []
        for _ in 0..<2000 {
            switch UInt64.random(in: 0..<10, using: &random) {
            case 0..<5:
                let instant = Int64.random(in: -20...20, using: &random)
                model.append(DeadlineQueue.Entry(instant: instant, number: queue.insert(instant)))
            case 5..<8:
                guard let entry = model.randomElement(using: &random) else { continue }
                queue.remove(entry.number)
                model.removeAll { $0 == entry }
            default:
                let now = Int64.random(in: -20...20, using: &random)
                let expected = model.filter { $0.instant <= now }.min { $0.precedes($1) }
                #expect(queue.popFirst(dueAt: now) == expected)
                model.removeAll { $0 == expected }
            }
            #expect(queue.count == model.count)
            #expect(queue.first == model.min { $0.precedes($1) })
        }
    }

    @Test func whatMayBeEarlyIsTakenWithWhatIsDue() {
        var queue = DeadlineQueue()
        _ = queue.insert(100)
        let early = queue.insert(130, tolerance: 30)
        _ = queue.insert(140, tolerance: 5)
        #expect(queue.popFirst(dueAt: 99) == nil, "the first is exact")
        #expect(queue.popFirst(dueAt: 100)?.instant == 100)
        #expect(queue.popFirst(dueAt: 100)?.number == early)
        #expect(queue.popFirst(dueAt: 134) == nil)
        #expect(queue.popFirst(dueAt: 135)?.instant == 140)
    }
}
