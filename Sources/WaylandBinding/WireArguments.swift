import CWayland
import Glibc

/// The wire's 24.8 fixed-point numbers.
enum WireFixed {
    static func double(_ fixed: wl_fixed_t) -> Double { Double(fixed) / 256 }

    /// The nearest fixed-point number; values out of range are clamped, and NaN becomes zero.
    static func fixed(_ value: Double) -> wl_fixed_t {
        let scaled = (value * 256).rounded()
        if scaled.isNaN { return 0 }
        return wl_fixed_t(max(Double(Int32.min), min(Double(Int32.max), scaled)))
    }
}

/// Strings on the wire.
package enum WireString {
    /// Decodes the string. If it is not UTF-8, every byte that is not ASCII becomes a question mark.
    ///
    /// The repaired string is never longer than the client's. A longer one might not fit into a message to another
    /// client, and would end that client's connection.
    static func string(_ wire: UnsafePointer<CChar>?) -> String {
        optional(wire) ?? ""
    }

    static func optional(_ wire: UnsafePointer<CChar>?) -> String? {
        guard let wire else { return nil }
        return String(validatingCString: wire) ?? repaired(wire)
    }

    private static func repaired(_ wire: UnsafePointer<CChar>) -> String {
        let bytes = UnsafeBufferPointer(start: wire, count: strlen(wire))
        return String(decoding: bytes.map { $0 < 0 ? UInt8(ascii: "?") : UInt8($0) }, as: UTF8.self)
    }

    /// 128 bits from the system's generator, in hexadecimal digits: a name that no client can guess.
    package static func randomName() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    static func withWire(_ string: String, _ body: (UnsafePointer<CChar>?) -> Void) {
        string.withCString { body($0) }
    }

    static func withWire(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
        guard let string else { return body(nil) }
        string.withCString { body($0) }
    }
}

/// Byte arrays on the wire.
package enum WireArray {
    static func bytes(_ wire: UnsafeMutablePointer<wl_array>?) -> [UInt8] {
        guard let wire, let data = wire.pointee.data else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: wire.pointee.size))
    }

    /// The values' bytes in native order, as the protocol requires.
    package static func bytes<Element: BitwiseCopyable>(of values: [Element]) -> [UInt8] {
        values.withUnsafeBytes { Array($0) }
    }

    static func withWire(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<wl_array>?) -> Void) {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { buffer in
            var array = wl_array(size: buffer.count, alloc: buffer.count, data: buffer.baseAddress)
            body(&array)
        }
    }
}

/// Sends events.
enum WireEvent {
    static func post(_ target: OpaquePointer, _ opcode: UInt32, _ arguments: [wl_argument]) {
        var arguments = arguments
        arguments.withUnsafeMutableBufferPointer { wl_resource_post_event_array(target, opcode, $0.baseAddress) }
    }
}
