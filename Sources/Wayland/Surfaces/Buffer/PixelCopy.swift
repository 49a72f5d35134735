import Geometry
import Mirroring

/// A copy of pixels whose source is about to be destroyed.
final class PixelCopy: Buffer {
    let size: Size<BufferSpace>
    let stride: Int
    let format: PixelFormat
    private let bytes: [UInt8]
    private let share: CopyBudget.Share

    /// Nil when the source's pixels are gone already or exceed the budget.
    init?(of source: any Buffer, budget: CopyBudget) {
        guard let share = budget.take(source.size.area * 4) else { return nil }
        self.share = share
        size = source.size
        stride = source.size.width * 4
        format = source.format
        let (rows, row, step) = (source.size.height, source.size.width * 4, source.stride)
        var copied: [UInt8]?
        _ = source.withPixels { first in
            copied = [UInt8](unsafeUninitializedCapacity: rows * row) { target, count in
                for y in 0..<rows {
                    target.baseAddress.map {
                        UnsafeMutableRawPointer($0 + y * row).copyMemory(from: first + y * step, byteCount: row)
                    }
                }
                count = rows * row
            }
        }
        guard let copied else { return nil }
        bytes = copied
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        bytes.withUnsafeBytes { buffer in
            guard let first = buffer.baseAddress else { return false }
            body(first)
            return true
        }
    }
}
