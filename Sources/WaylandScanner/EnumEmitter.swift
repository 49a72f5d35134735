/// Emits an interface's enums: an option set for a bitfield, else an enum with the wire's numbers.
enum EnumEmitter {
    static func emit(_ description: EnumDescription, into out: inout SwiftWriter) {
        if description.isBitfield {
            emitOptions(description, into: &out)
        } else {
            emitCases(description, into: &out)
        }
    }

    private static func emitOptions(_ description: EnumDescription, into out: inout SwiftWriter) {
        let name = SwiftName.type(description.name)
        out.block("package struct \(name): OptionSet, Hashable, Sendable") { out in
            out.line("package let rawValue: UInt32")
            out.line("package init(rawValue: UInt32) { self.rawValue = rawValue }")
            // The empty set is written [].
            for entry in description.entries where entry.value != 0 {
                let member = SwiftName.entry(entry.name, of: description.name)
                out.line("package static let \(member) = \(name)(rawValue: \(entry.value))")
            }
        }
    }

    private static func emitCases(_ description: EnumDescription, into out: inout SwiftWriter) {
        let isError = description.name == "error"
        let name = isError ? "ErrorCode" : SwiftName.type(description.name)
        let protocols = isError ? "UInt32, WireErrorCode" : "UInt32, Hashable, Sendable"
        out.block("package enum \(name): \(protocols)") { out in
            var seen: Set<UInt32> = []
            for entry in description.entries {
                let member = SwiftName.entry(entry.name, of: description.name)
                if seen.insert(entry.value).inserted {
                    out.line("case \(member) = \(entry.value)")
                }
            }
        }
    }
}
