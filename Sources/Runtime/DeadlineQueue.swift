/// A priority queue of instants with unique numbers; equal instants keep their insertion order.
///
/// A binary heap with the position of each number: inserting, removing and taking the first cost O(log n).
struct DeadlineQueue {
    struct Entry: Hashable {
        /// CLOCK_MONOTONIC in microseconds.
        let instant: Int64
        /// Numbers increase with each insertion and are never reused.
        let number: UInt64

        func precedes(_ other: Entry) -> Bool { (instant, number) < (other.instant, other.number) }
    }

    private var heap: [Entry] = []
    private var places: [UInt64: Int] = [:]
    private var lastNumber: UInt64 = 0

    var count: Int { heap.count }

    /// The earliest entry; nil if empty.
    var first: Entry? { heap.first }

    /// Adds an instant and returns the number to remove it by.
    mutating func insert(_ instant: Int64) -> UInt64 {
        lastNumber += 1
        heap.append(Entry(instant: instant, number: lastNumber))
        places[lastNumber] = heap.count - 1
        rise(from: heap.count - 1)
        return lastNumber
    }

    /// Removes the entry with this number, if it is still present.
    mutating func remove(_ number: UInt64) {
        guard let place = places.removeValue(forKey: number) else { return }
        let last = heap.removeLast()
        guard place < heap.count else { return }
        put(last, at: place)
        rise(from: place)
        sink(from: place)
    }

    /// Removes and returns the first entry if it is due at `now`.
    mutating func popFirst(dueAt now: Int64) -> Entry? {
        guard let first, first.instant <= now else { return nil }
        remove(first.number)
        return first
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, case let parent = (place - 1) / 2, heap[place].precedes(heap[parent]) {
            exchange(place, parent)
            place = parent
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].precedes(heap[least]) {
                least = child
            }
            if least == place { return }
            exchange(place, least)
            place = least
        }
    }

    private mutating func exchange(_ one: Int, _ other: Int) {
        let entry = heap[one]
        put(heap[other], at: one)
        put(entry, at: other)
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        heap[place] = entry
        places[entry.number] = place
    }
}
