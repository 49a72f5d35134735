import CDRM
import Mirroring

/// A head's gamma table and the kernel's blob of it.
final class HeadGamma {
    let table: GammaTable
    private let file: DRMFile
    private var blob: (size: Int, blob: PropertyBlob)?

    init(_ table: GammaTable, file: DRMFile) {
        self.table = table
        self.file = file
    }

    /// The blob of the table with `size` values; nil if memory for it is lacking.
    /// The blob lives until the next call, or as long as this object.
    func blob(of size: Int) -> UInt32? {
        if let blob, blob.size == size { return blob.blob.id }
        let table = table.resampled(to: size)
        let values = (0..<table.size).map {
            drm_color_lut(red: table.red[$0], green: table.green[$0], blue: table.blue[$0], reserved: 0)
        }
        blob = (try? PropertyBlob(file: file, values)).map { (size, $0) }
        return blob?.blob.id
    }
}
