import CLinux
import Glibc

@testable import Wayland

/// A driver that takes files in memory for dmabufs, and notes what it is asked.
final class MemoryFiles: DMABufDriver {
    private(set) var readers = 0
    private(set) var reads = 0
    /// Nothing can be read any more.
    var isGone = false

    func isDMABuf(_ descriptor: CInt) -> Bool { true }

    func beginReading(_ descriptor: CInt) -> Bool {
        if isGone { return false }
        readers += 1
        reads += 1
        return true
    }

    func endReading(_ descriptor: CInt) {
        readers -= 1
    }

    /// A file of these words.
    static func make(_ words: [UInt32]) -> CInt {
        words.withUnsafeBytes { kagami_sealed_memfd("test", $0.baseAddress, $0.count) }
    }
}
