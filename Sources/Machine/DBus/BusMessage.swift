import CSystemd
import Glibc
package import Runtime

/// Reads and writes messages one value at a time, because Swift cannot call the library's variadic functions.
package enum BusMessage {
    /// The next value as a string; nil if there is none.
    package static func string(_ message: OpaquePointer) -> String? {
        var text: UnsafePointer<CChar>?
        guard sd_bus_message_read_basic(message, type("s"), &text) > 0, let text else { return nil }
        return String(cString: text)
    }

    /// The next value as an unsigned 32-bit number; nil if there is none.
    package static func number(_ message: OpaquePointer) -> UInt32? {
        var number: UInt32 = 0
        return sd_bus_message_read_basic(message, type("u"), &number) > 0 ? number : nil
    }

    /// The next value as a boolean; nil if there is none.
    package static func flag(_ message: OpaquePointer) -> Bool? {
        var flag: CInt = 0
        return sd_bus_message_read_basic(message, type("b"), &flag) > 0 ? flag != 0 : nil
    }

    /// A copy of the next value, a descriptor, which outlives the message; nil if there is none.
    package static func descriptor(_ message: OpaquePointer) -> OwnedDescriptor? {
        var number: CInt = -1
        guard sd_bus_message_read_basic(message, type("h"), &number) > 0 else { return nil }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        return copy < 0 ? nil : OwnedDescriptor(owning: copy)
    }

    /// The next value as a list of strings; empty if there is none.
    package static func strings(_ message: OpaquePointer) -> [String] {
        guard sd_bus_message_enter_container(message, type("a"), "s") > 0 else { return [] }
        var strings: [String] = []
        while strings.count < mostStrings, let next = string(message) { strings.append(next) }
        return strings
    }

    /// Calls `read` for each entry of the next value, a list of structures of these types, for as long as there are any.
    package static func structures(_ types: String, in message: OpaquePointer, read: () -> Void) {
        guard sd_bus_message_enter_container(message, type("a"), "(\(types))") > 0 else { return }
        var count = 0
        while count < mostStrings, sd_bus_message_enter_container(message, type("r"), types) > 0 {
            count += 1
            read()
            sd_bus_message_exit_container(message)
        }
        sd_bus_message_exit_container(message)
    }

    /// The next value as a variant of a string; nil if there is none.
    package static func stringVariant(_ message: OpaquePointer) -> String? {
        guard sd_bus_message_enter_container(message, type("v"), "s") > 0 else { return nil }
        defer { sd_bus_message_exit_container(message) }
        return string(message)
    }

    /// The string entries with these names in the next value, a dictionary of variants.
    package static func strings(named names: Set<String>, in message: OpaquePointer) -> [String: String] {
        guard sd_bus_message_enter_container(message, type("a"), "{sv}") > 0 else { return [:] }
        var found: [String: String] = [:]
        var count = 0
        while count < mostStrings, sd_bus_message_enter_container(message, type("e"), "sv") > 0 {
            count += 1
            let name = string(message)
            if let name, names.contains(name), let value = stringVariant(message) {
                found[name] = value
            } else {
                sd_bus_message_skip(message, "v")
            }
            sd_bus_message_exit_container(message)
        }
        sd_bus_message_exit_container(message)
        return found
    }

    /// The connection that a message came from.
    package static func sender(_ message: OpaquePointer) -> String? {
        sd_bus_message_get_sender(message).map { String(cString: $0) }
    }

    /// The name of the method or signal.
    package static func member(_ message: OpaquePointer) -> String? {
        sd_bus_message_get_member(message).map { String(cString: $0) }
    }

    /// The interface that the method or signal is of; nil where a caller leaves it out.
    package static func interface(_ message: OpaquePointer) -> String? {
        sd_bus_message_get_interface(message).map { String(cString: $0) }
    }

    package static func append(_ text: String, to message: OpaquePointer) -> CInt {
        text.withCString { sd_bus_message_append_basic(message, type("s"), $0) }
    }

    package static func append(_ flag: Bool, to message: OpaquePointer) -> CInt {
        withUnsafePointer(to: CInt(flag ? 1 : 0)) { sd_bus_message_append_basic(message, type("b"), $0) }
    }

    package static func append(_ number: Int64, to message: OpaquePointer) -> CInt {
        withUnsafePointer(to: number) { sd_bus_message_append_basic(message, type("x"), $0) }
    }

    package static func append(_ number: UInt32, to message: OpaquePointer) -> CInt {
        withUnsafePointer(to: number) { sd_bus_message_append_basic(message, type("u"), $0) }
    }

    package static func append(_ texts: [String], to message: OpaquePointer) -> CInt {
        var result = sd_bus_message_open_container(message, type("a"), "s")
        for text in texts where result >= 0 { result = append(text, to: message) }
        return result < 0 ? result : sd_bus_message_close_container(message)
    }

    /// Appends a dictionary of strings.
    package static func append(_ pairs: [(String, String)], to message: OpaquePointer) -> CInt {
        var result = sd_bus_message_open_container(message, type("a"), "{ss}")
        for (name, value) in pairs where result >= 0 {
            result = sd_bus_message_open_container(message, type("e"), "ss")
            if result >= 0 { result = append(name, to: message) }
            if result >= 0 { result = append(value, to: message) }
            if result >= 0 { result = sd_bus_message_close_container(message) }
        }
        return result < 0 ? result : sd_bus_message_close_container(message)
    }

    private static let mostStrings = 10_000

    private static func type(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
}
