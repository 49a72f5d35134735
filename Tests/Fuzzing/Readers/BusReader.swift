import CSystemd
import Runtime

@testable import Machine

/// Messages of a D-Bus with any values, read as replies of any form.
///
/// Values of the expected types are read as they were written, all others as none.
enum BusReader: Reader {
    static let name = "bus"

    /// A value of a message.
    private enum Value: Equatable {
        case string(String)
        case number(UInt32)
        case flag(Bool)
        case strings([String])
        case variant(String)
        case pairs([[String]])
        case dictionary([Entry])
    }

    private struct Entry: Equatable {
        let key: String
        /// The variant's text; nil for a number.
        let text: String?
    }

    static func read(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        let message = try Message()
        var values: [Value] = []
        for _ in 0..<source.number(below: 6) { values.append(value(&source)) }
        for value in values { try message.append(value) }
        try message.seal()
        for value in values {
            // A reader of another type leaves the value where it is.
            switch source.number(below: 7) {
            case 0: if case .string = value {} else { try check(BusMessage.string(message.handle) == nil, "a text") }
            case 1: if case .number = value {} else { try check(BusMessage.number(message.handle) == nil, "a number") }
            case 2: if case .flag = value {} else { try check(BusMessage.flag(message.handle) == nil, "a flag") }
            case 3:
                if case .variant = value {
                } else {
                    try check(BusMessage.stringVariant(message.handle) == nil, "a variant")
                }
            case 4:
                if case .dictionary = value {
                } else {
                    try check(BusMessage.strings(named: ["a"], in: message.handle).isEmpty, "a dictionary")
                }
            case 5:
                if case .pairs = value {
                } else {
                    BusMessage.structures("ss", in: message.handle) {}
                }
            default: try check(BusMessage.descriptor(message.handle) == nil, "a descriptor")
            }
            guard try read(value, message.handle) else { return }
        }
        try check(BusMessage.string(message.handle) == nil, "a text after the end")
    }

    /// Reads a value as what it is; false if nothing can be read after it.
    private static func read(_ value: Value, _ message: OpaquePointer) throws -> Bool {
        switch value {
        case .string(let text): try check(BusMessage.string(message) == text, "another text than \(text)")
        case .number(let number): try check(BusMessage.number(message) == number, "another number")
        case .flag(let flag): try check(BusMessage.flag(message) == flag, "another flag")
        case .strings(let texts):
            try check(BusMessage.strings(message) == texts, "other texts than \(texts)")
            return false
        case .variant(let text): try check(BusMessage.stringVariant(message) == text, "another variant")
        case .pairs(let pairs):
            var found: [[String?]] = []
            BusMessage.structures("ss", in: message) {
                found.append([BusMessage.string(message), BusMessage.string(message)])
            }
            try check(found == pairs, "\(found) instead of \(pairs)")
        case .dictionary(let entries):
            var expected: [String: String] = [:]
            for entry in entries where entry.key != "b" {
                if let text = entry.text { expected[entry.key] = text }
            }
            let found = BusMessage.strings(named: ["a", "", "鏡"], in: message)
            try check(found == expected, "\(found) instead of \(expected)")
        }
        return true
    }

    private static func value(_ source: inout ByteSource) -> Value {
        func text(_ source: inout ByteSource) -> String {
            // The library sends no text with a zero byte or a code point that is no character.
            let scalars = String(decoding: source.bytes().prefix(40), as: UTF8.self).unicodeScalars
            return String(
                String.UnicodeScalarView(scalars.filter { $0 != "\0" && !$0.properties.isNoncharacterCodePoint }))
        }
        func list<Element>(_ source: inout ByteSource, _ element: (inout ByteSource) -> Element) -> [Element] {
            var elements: [Element] = []
            for _ in 0..<source.number(below: 5) { elements.append(element(&source)) }
            return elements
        }
        switch source.number(below: 7) {
        case 0: return .string(text(&source))
        case 1: return .number(source.integer())
        case 2: return .flag(source.flag())
        case 3: return .strings(list(&source, text))
        case 4: return .variant(text(&source))
        case 5: return .pairs(list(&source) { [text(&$0), text(&$0)] })
        default:
            return .dictionary(
                list(&source) { Entry(key: $0.choice(of: ["a", "b", "", "鏡"]), text: $0.flag() ? text(&$0) : nil) })
        }
    }

    /// A message on a bus to which nobody else is connected.
    private final class Message {
        let handle: OpaquePointer
        private let bus: OpaquePointer

        init() throws {
            let (ours, theirs) = try SocketPair.make()
            let other = OwnedDescriptor(owning: theirs)
            var bus: OpaquePointer?
            var message: OpaquePointer?
            sd_bus_new(&bus)
            // The bus owns its descriptor from then on.
            sd_bus_set_fd(bus, ours, ours)
            sd_bus_start(bus)
            withExtendedLifetime(other) { _ = sd_bus_message_new_signal(bus, &message, "/a", "a.a", "A") }
            guard let bus, let message else { throw BrokenPromise(description: "no message can be made") }
            (self.bus, handle) = (bus, message)
        }

        deinit {
            sd_bus_message_unref(handle)
            sd_bus_close_unref(bus)
        }

        func seal() throws {
            let isSealed = sd_bus_message_seal(handle, 1, 0) >= 0 && sd_bus_message_rewind(handle, 1) >= 0
            try check(isSealed, "the message cannot be read")
        }

        func append(_ value: Value) throws {
            let result: CInt =
                switch value {
                case .string(let text): BusMessage.append(text, to: handle)
                case .number(let number): BusMessage.append(number, to: handle)
                case .flag(let flag): BusMessage.append(flag, to: handle)
                case .strings(let texts): BusMessage.append(texts, to: handle)
                case .variant(let text): contained("v", "s") { BusMessage.append(text, to: handle) }
                case .pairs(let pairs):
                    contained("a", "(ss)") {
                        pairs.map { pair in
                            contained("r", "ss") { pair.map { BusMessage.append($0, to: handle) }.min() ?? 0 }
                        }.min() ?? 0
                    }
                case .dictionary(let entries):
                    contained("a", "{sv}") { entries.map(append).min() ?? 0 }
                }
            try check(result >= 0, "\(value) is not appended: \(result)")
        }

        private func append(_ entry: Entry) -> CInt {
            contained("e", "sv") {
                let result = BusMessage.append(entry.key, to: handle)
                let value =
                    entry.text.map { text in contained("v", "s") { BusMessage.append(text, to: handle) } }
                    ?? contained("v", "u") { BusMessage.append(UInt32(7), to: handle) }
                return min(result, value)
            }
        }

        private func contained(_ kind: Unicode.Scalar, _ types: String, _ body: () -> CInt) -> CInt {
            let opened = sd_bus_message_open_container(handle, CChar(truncatingIfNeeded: kind.value), types)
            let result = body()
            return min(opened, result, sd_bus_message_close_container(handle))
        }
    }
}
