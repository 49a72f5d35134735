import Geometry

/// The header of a worker's output: three little-endian words.
enum ImageMessage: Equatable {
    /// The pixels of all levels follow, row by row, without padding.
    case picture(Size<BufferSpace>)
    /// This many bytes of text follow.
    case fault(bytes: Int)

    static let length = 12
    static let longestFault = 400

    var bytes: [UInt8] {
        let words: [Int] =
            switch self {
            case .picture(let size): [0, size.width, size.height]
            case .fault(let bytes): [1, bytes, 0]
            }
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    /// Nil for an invalid header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        let words = (0..<3).map { word in (0..<4).reduce(0) { $0 | Int(bytes[word * 4 + $1]) << (8 * $1) } }
        switch words[0] {
        case 0:
            guard words[1] > 0, words[2] > 0, max(words[1], words[2]) <= ImageLimits.side,
                words[1] * words[2] <= ImageLimits.keptPixels
            else { return nil }
            self = .picture(Size(width: words[1], height: words[2]))
        case 1:
            guard words[1] <= Self.longestFault else { return nil }
            self = .fault(bytes: words[1])
        default: return nil
        }
    }
}
