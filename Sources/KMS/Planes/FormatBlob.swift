import CDRM
import Mirroring

/// The kernel's IN_FORMATS blob: the formats of a plane, each with its modifiers.
enum FormatBlob {
    /// The layouts listed in the bytes; empty for malformed ones.
    static func parse(_ bytes: [UInt8]) -> Set<PixelLayout> {
        bytes.withUnsafeBytes { blob in
            func word(_ offset: Int) -> UInt32? {
                guard offset >= 0, offset <= blob.count - 4 else { return nil }
                return blob.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            }
            func long(_ offset: Int) -> UInt64? {
                guard offset >= 0, offset <= blob.count - 8 else { return nil }
                return blob.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            }
            // Version, flags, then count and offset of the formats and of the modifiers.
            guard word(0) == 1, let formats = word(8), let formatsAt = word(12), let modifiers = word(16),
                let modifiersAt = word(20)
            else { return [] }
            var layouts: Set<PixelLayout> = []
            for number in 0..<min(Int(modifiers), blob.count / entrySize) {
                // A modifier holds for up to 64 formats from `first` on.
                let entry = Int(modifiersAt) + number * entrySize
                guard let mask = long(entry), let first = word(entry + 8), let modifier = long(entry + 16) else {
                    return []
                }
                for bit in 0..<64 where mask & 1 << bit != 0 && Int(first) + bit < Int(formats) {
                    guard let format = word(Int(formatsAt) + (Int(first) + bit) * 4) else { return [] }
                    layouts.insert(PixelLayout(format: format, modifier: modifier))
                }
            }
            return layouts
        }
    }

    private static let entrySize = MemoryLayout<drm_format_modifier>.stride
}
