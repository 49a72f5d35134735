import Glibc

/// An argument of a request as the tests write it.
enum WireArgument {
    case int(Int32)
    case uint(UInt32)
    case string(String)
    /// A string of any bytes, be they UTF-8 or not.
    case bytes([UInt8])
    /// A descriptor, which travels beside the message.
    case descriptor(CInt)

    /// A number of the wire's 24.8 fixed-point kind.
    static func fixed(_ value: Double) -> WireArgument { .int(Int32(value * 256)) }
}

/// An event as it came over the wire.
struct WireMessage {
    var object: UInt32
    var opcode: UInt16
    var words: [UInt32]

    func int(_ index: Int) -> Int32 { Int32(bitPattern: words[index]) }

    func fixed(_ index: Int) -> Double { Double(int(index)) / 256 }

    /// The string that starts at a word.
    func string(at index: Int) -> String {
        let count = Int(words[index])
        let bytes = words[(index + 1)...].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self)
    }
}

/// Bytes of one request, or of several.
struct WireEncoder {
    private(set) var bytes: [UInt8] = []
    private(set) var descriptors: [CInt] = []

    init(object: UInt32, opcode: UInt16, _ arguments: [WireArgument]) {
        append(object)
        append(0)
        for argument in arguments {
            switch argument {
            case .int(let value): append(UInt32(bitPattern: value))
            case .uint(let value): append(value)
            case .string(let value): append(Array(value.utf8))
            case .bytes(let value): append(value)
            case .descriptor(let value): descriptors.append(value)
            }
        }
        let header = UInt32(bytes.count) << 16 | UInt32(opcode)
        withUnsafeBytes(of: header) { bytes.replaceSubrange(4..<8, with: $0) }
    }

    /// Adds the bytes of further requests, to be sent at once.
    mutating func append(_ next: WireEncoder) {
        bytes += next.bytes
        descriptors += next.descriptors
    }

    private mutating func append(_ word: UInt32) {
        withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ string: [UInt8]) {
        append(UInt32(string.count + 1))
        bytes.append(contentsOf: string)
        bytes.append(0)
        while bytes.count % 4 != 0 { bytes.append(0) }
    }
}
