import Mirroring

/// Values by output. Outputs are few and looked up for each frame: a search takes less than a hash of a name.
struct OutputTable<Value> {
    private var entries: [(id: OutputID, value: Value)] = []

    init() {}

    /// The value of an output; setting it to nil removes it.
    subscript(id: OutputID) -> Value? {
        get {
            for entry in entries where entry.id == id { return entry.value }
            return nil
        }
        set {
            let index = entries.firstIndex { $0.id == id }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((id, value))
            case (nil, nil): break
            }
        }
    }
}

extension OutputTable: Sequence {
    /// All values with their outputs, in the order in which they came.
    func makeIterator() -> IndexingIterator<[(id: OutputID, value: Value)]> {
        entries.makeIterator()
    }
}
