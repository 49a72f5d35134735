/// Emits whole Swift files.
struct FileEmitter {
    let context: EmissionContext
    private let protocols: [ProtocolDescription]

    /// The interfaces that libwayland implements itself. Nothing refers to them.
    private static let builtIn: Set<String> = ["wl_display", "wl_registry"]

    init(_ protocols: [ProtocolDescription]) throws(ScannerError) {
        self.protocols = protocols.map { description in
            var kept = description
            kept.interfaces.removeAll { Self.builtIn.contains($0.name) }
            return kept
        }
        context = try EmissionContext(self.protocols)
    }

    /// File contents by stem: one for each protocol, and one with the table of all interfaces.
    var files: [String: String] {
        var files = ["InterfaceTable": table]
        for description in protocols {
            files[description.stem] = file(description)
        }
        return files
    }

    private func file(_ description: ProtocolDescription) -> String {
        var out = SwiftWriter()
        out.line("package import CWayland")
        let requests = description.interfaces.flatMap(\.requests)
        if requests.contains(where: \.passesDescriptor) { out.line("package import Runtime") }
        for interface in description.interfaces {
            out.line()
            emit(interface, into: &out)
        }
        return out.text
    }

    private func emit(_ interface: InterfaceDescription, into out: inout SwiftWriter) {
        let type = SwiftName.type(interface.name)
        let requests = RequestEmitter(interface: interface, context: context)
        out.block("package enum \(type): WaylandInterface") { out in
            out.line("package typealias Requests = any \(type)Requests")
            out.line("package static let name = \"\(interface.name)\"")
            out.line("package static let version = \(interface.version)")
            out.line(
                "package static var wire: UnsafePointer<wl_interface> { InterfaceTable.pointers + \(index(of: interface)) }"
            )
            out.line()
            requests.emitDispatcher(into: &out)
            for description in interface.enums {
                out.line()
                EnumEmitter.emit(description, into: &out)
            }
        }
        out.line()
        requests.emitProtocol(into: &out)
        EventEmitter(interface: interface, context: context).emit(into: &out)
    }

    private var all: [InterfaceDescription] { protocols.flatMap(\.interfaces) }

    private func index(of interface: InterfaceDescription) -> Int {
        all.firstIndex { $0.name == interface.name } ?? 0
    }

    private var table: String {
        var out = SwiftWriter()
        out.line("import CWayland")
        out.line()
        out.block("enum InterfaceTable") { out in
            out.line("static let count = \(all.count)")
            out.line("nonisolated(unsafe) static let pointers = WireTable.build([")
            for interface in all { out.line("    description\(index(of: interface)),") }
            out.line("])")
            for interface in all { emitDescription(interface, into: &out) }
        }
        return out.text
    }

    private func emitDescription(_ interface: InterfaceDescription, into out: inout SwiftWriter) {
        out.line()
        out.block("private static var description\(index(of: interface)): WireTable.Interface") { out in
            out.line("WireTable.Interface(")
            out.line("    name: \"\(interface.name)\", version: \(interface.version),")
            emitMessages("requests", interface.requests, ",", into: &out)
            emitMessages("events", interface.events, ")", into: &out)
        }
    }

    private func emitMessages(
        _ label: String, _ messages: [MessageDescription], _ end: String, into out: inout SwiftWriter
    ) {
        out.line("    \(label): [")
        for message in messages {
            let types = message.arguments.map { $0.interface.map { "\"\($0)\"" } ?? "nil" }.joined(separator: ", ")
            out.line(
                "        WireTable.Message(name: \"\(message.name)\", signature: \"\(message.signature)\", "
                    + "types: [\(types)]),")
        }
        out.line("    ]\(end)")
    }
}

/// Collects indented lines of Swift.
struct SwiftWriter {
    private(set) var text = ""
    private var depth = 0

    /// Writes a line at the current depth; an empty line is not indented.
    mutating func line(_ content: String = "") {
        if !content.isEmpty { text += String(repeating: "    ", count: depth) + content }
        text += "\n"
    }

    /// Writes `opening {`, an indented body, and a closing brace.
    mutating func block(_ opening: String, _ body: (inout SwiftWriter) -> Void) {
        line(opening + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }
}

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
