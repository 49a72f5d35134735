import Geometry
import Mirroring
import Runtime

/// A file of cursor pictures in the format that X11 and Wayland desktops share.
///
/// It holds one cursor at several sizes, and several pictures of each size if the cursor is animated. All numbers are little-endian and 32
/// bits wide. A header of at least 16 bytes (`Xcur`, its length, a version, the number of entries) precedes a table with 12 bytes for each
/// entry: its kind, its size and its offset. A picture consists of a header of 36 bytes (its length, kind, size, version, width, height,
/// hotspot, milliseconds) and premultiplied pixels.
struct XCursorFile {
    /// A picture for a nominal cursor size; the image itself may be larger or smaller.
    struct Picture {
        let size: Int
        let image: MemoryImage
        /// In the image's pixels, from its top left corner.
        let hotspot: Point<ContentSpace>
    }

    private let file: RegularFile
    /// The offset of the first picture of each size.
    private let offsets: [Int: Int]

    /// Nil if the file is not in this format, or has no pictures.
    init?(_ path: String) {
        guard let file = try? RegularFile(path, limit: Self.largestFile),
            let header = Words(file, 4, at: 0), header[0] == Self.magic,
            (1...Self.mostEntries).contains(header[3]), let table = Words(file, header[3] * 3, at: header[1])
        else { return nil }
        var offsets: [Int: Int] = [:]
        for entry in 0..<header[3] where table[entry * 3] == Self.pictureKind && table[entry * 3 + 1] > 0 {
            let size = table[entry * 3 + 1]
            if offsets[size] == nil { offsets[size] = table[entry * 3 + 2] }
        }
        if offsets.isEmpty { return nil }
        self.file = file
        self.offsets = offsets
    }

    /// The best picture for `size`: the smallest that is at least as large, or else the largest.
    func picture(for size: Int) -> Picture? {
        guard let best = offsets.keys.filter({ $0 >= size }).min() ?? offsets.keys.max(), let offset = offsets[best],
            let header = Words(file, 9, at: offset), header[1] == Self.pictureKind, header[2] == best
        else { return nil }
        let (width, height) = (header[4], header[5])
        guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height), header[6] <= width,
            header[7] <= height, let pixels = Words(file, width * height, at: offset + header[0])
        else { return nil }
        return Picture(
            size: best,
            image: MemoryImage(
                size: Size(width: width, height: height), format: .argb8888,
                pixels: (0..<width * height).map { Self.bounded(UInt32(pixels[$0])) }),
            hotspot: Point(x: Double(min(header[6], width - 1)), y: Double(min(header[7], height - 1))))
    }

    /// Limits each colour to the alpha.
    private static func bounded(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        func channel(_ shift: UInt32) -> UInt32 { min(pixel >> shift & 255, alpha) << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }

    private static let magic = 0x7275_6358
    private static let pictureKind = 0xfffd_0002
    private static let mostEntries = 4096
    private static let largestSide = 1024
    private static let largestFile = 256 << 20
}

/// A number of words at an offset of a file; nil if the file ends before them.
private struct Words {
    private let bytes: [UInt8]

    init?(_ file: RegularFile, _ count: Int, at offset: Int) {
        guard let bytes = try? file.read(count * 4, at: offset), bytes.count == count * 4 else { return nil }
        self.bytes = bytes
    }

    subscript(_ index: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[index * 4 + $1]) << ($1 * 8) }
    }
}
