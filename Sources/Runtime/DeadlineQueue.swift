/// A priority queue of instants with unique numbers; equal instants keep their insertion order.
///
/// A binary heap: inserting and taking the first entry take O(log n). Removing another entry searches all, which are few.
struct DeadlineQueue {
    struct Entry: Hashable {
        /// CLOCK_MONOTONIC in microseconds.
        let instant: Int64
        /// Numbers increase with each insertion and are never reused.
        let number: UInt64
        /// How much earlier than `instant` the entry may be taken.
        var tolerance: Int64 = 0

        func precedes(_ other: Entry) -> Bool { (instant, number) < (other.instant, other.number) }
    }

    private var heap: [Entry] = []
    private var lastNumber: UInt64 = 0

    var count: Int { heap.count }

    /// The earliest entry; nil if empty.
    var first: Entry? { heap.first }

    /// Adds an instant; returns the number for removing it.
    mutating func insert(_ instant: Int64, tolerance: Int64 = 0) -> UInt64 {
        lastNumber += 1
        heap.append(Entry(instant: instant, number: lastNumber, tolerance: tolerance))
        rise(from: heap.count - 1)
        return lastNumber
    }

    /// Removes the entry with this number, if it is still present.
    mutating func remove(_ number: UInt64) {
        if let place = heap.firstIndex(where: { $0.number == number }) { remove(at: place) }
    }

    /// Removes and returns the first entry if `now` has reached its instant, or its tolerance before that.
    mutating func popFirst(dueAt now: Int64) -> Entry? {
        guard let first, first.instant <= now || first.instant - first.tolerance <= now else { return nil }
        remove(at: 0)
        return first
    }

    private mutating func remove(at place: Int) {
        let last = heap.removeLast()
        guard place < heap.count else { return }
        heap[place] = last
        rise(from: place)
        sink(from: place)
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, case let parent = (place - 1) / 2, heap[place].precedes(heap[parent]) {
            heap.swapAt(place, parent)
            place = parent
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var least = place
            for child in (2 * place + 1)...(2 * place + 2) where child < heap.count && heap[child].precedes(heap[least])
            {
                least = child
            }
            if least == place { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
