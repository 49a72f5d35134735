import Mirroring

/// Remembers displays for as long as the test lives.
final class FakeDisplayMemory: DisplayMemoryPort {
    private(set) var memory = DisplayMemory()
    private(set) var saves = 0

    func load() -> DisplayMemory { memory }

    func save(_ memory: DisplayMemory) {
        self.memory = memory
        saves += 1
    }
}
