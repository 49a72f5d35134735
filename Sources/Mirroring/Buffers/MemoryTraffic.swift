/// The bytes that a renderer has read and written since the start, with the processor or the graphics hardware.
package struct MemoryTraffic: Hashable, Sendable {
    /// What the bytes were moved for.
    package enum Path: String, Hashable, Sendable, CaseIterable {
        /// A client's pixels were copied to one screen and scaled to another at once.
        case fused
        /// Operations were drawn.
        case drawn
        /// A frame was copied from ordinary memory to the display's.
        case copied
        /// A frame was read back from the display's memory, or the graphics hardware's.
        case readBack = "read_back"
        /// Pixels in ordinary memory were copied for the graphics hardware to draw from.
        case uploaded
        /// A film's pixels, whose brightness and colours lie apart, were made words for the processor to draw from.
        case converted

        fileprivate var index: Int {
            switch self {
            case .fused: 0
            case .drawn: 1
            case .copied: 2
            case .readBack: 3
            case .uploaded: 4
            case .converted: 5
            }
        }
    }

    package struct Bytes: Hashable, Sendable, Codable {
        package var read = 0
        package var written = 0
    }

    /// Of each path, by its index.
    private var paths = [Bytes](repeating: Bytes(), count: Path.allCases.count)

    package subscript(path: Path) -> Bytes { paths[path.index] }

    package init() {}

    package mutating func count(_ path: Path, read: Int, written: Int) {
        if read == 0, written == 0 { return }
        paths[path.index].read &+= read
        paths[path.index].written &+= written
    }

    /// What two renderers have moved.
    package func adding(_ other: MemoryTraffic) -> MemoryTraffic {
        var sum = self
        for path in Path.allCases { sum.count(path, read: other[path].read, written: other[path].written) }
        return sum
    }

    /// All bytes moved, on whichever path.
    package var total: Int { paths.reduce(0) { $0 &+ $1.read &+ $1.written } }
}

extension MemoryTraffic.Path: CodingKey {}

extension MemoryTraffic: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Path.self)
        for path in Path.allCases { paths[path.index] = try container.decode(Bytes.self, forKey: path) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Path.self)
        for path in Path.allCases { try container.encode(self[path], forKey: path) }
    }
}
