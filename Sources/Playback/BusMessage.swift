import CSystemd

/// Reading and writing of messages, one value at a time. The library's variadic calls cannot be used from Swift.
enum BusMessage {
    /// The next value, a string; nil where there is none.
    static func string(_ message: OpaquePointer) -> String? {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(message, type("s"), &text) > 0, let text else { return nil }
        return String(cString: text)
    }

    /// The next value, an unsigned number of 32 bits; nil where there is none.
    static func number(_ message: OpaquePointer) -> UInt32? {
        var number: UInt32 = 0
        return sd_bus_message_read_basic(message, type("u"), &number) > 0 ? number : nil
    }

    /// The next value, a list of strings; empty where there is none.
    static func strings(_ message: OpaquePointer) -> [String] {
        guard sd_bus_message_enter_container(message, type("a"), "s") > 0 else { return [] }
        var strings: [String] = []
        while strings.count < mostStrings, let next = string(message) { strings.append(next) }
        return strings
    }

    static func append(_ text: String, to message: OpaquePointer) -> CInt {
        text.withCString { sd_bus_message_append_basic(message, type("s"), $0) }
    }

    static func append(_ number: Int64, to message: OpaquePointer) -> CInt {
        withUnsafePointer(to: number) { sd_bus_message_append_basic(message, type("x"), $0) }
    }

    private static let mostStrings = 10_000

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
}
