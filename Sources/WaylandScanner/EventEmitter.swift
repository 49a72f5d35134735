/// Emits one sending method for each of an interface's events.
struct EventEmitter {
    let interface: InterfaceDescription
    let context: EmissionContext

    func emit(into out: inout SwiftWriter) {
        if interface.events.isEmpty { return }
        out.line()
        out.block("extension Resource where Interface == \(SwiftName.type(interface.name))") { out in
            for (opcode, event) in interface.events.enumerated() {
                emitSender(event, opcode: opcode, into: &out)
            }
        }
    }

    private func emitSender(_ event: MessageDescription, opcode: Int, into out: inout SwiftWriter) {
        let parameters = event.arguments.map { "\(SwiftName.identifier($0.name)): \(parameterType($0))" }
        let name = "send" + SwiftName.capitalizedWords(event.name)
        out.block("package func \(name)(\(parameters.joined(separator: ", ")))") { out in
            if event.since > 1 { out.line("if self.version < \(event.since) { return }") }
            out.line("guard let target = self.handle else { return }")
            for (index, argument) in event.arguments.enumerated() where carriesObject(argument) {
                let name = SwiftName.identifier(argument.name)
                if argument.isNullable {
                    out.line("let o\(index) = \(name)?.handle")
                } else {
                    out.line("guard let o\(index) = \(name).handle else { return }")
                }
            }
            emitPost(event, opcode: opcode, pending: Array(event.arguments.enumerated())[...], into: &out)
        }
    }

    /// Opens a scope for each string and array, whose memory must outlive the post, and posts inside the last scope.
    private func emitPost(
        _ event: MessageDescription, opcode: Int, pending: ArraySlice<(offset: Int, element: ArgumentDescription)>,
        into out: inout SwiftWriter
    ) {
        guard let (index, argument) = pending.first else {
            let values = event.arguments.enumerated().map { wireValue($1, index: $0) }
            out.line("WireEvent.post(target, \(opcode), [\(values.joined(separator: ", "))])")
            return
        }
        let scope =
            switch argument.type {
            case .string: "WireString"
            case .array: "WireArray"
            default: ""
            }
        if scope.isEmpty {
            emitPost(event, opcode: opcode, pending: pending.dropFirst(), into: &out)
            return
        }
        out.line("\(scope).withWire(\(SwiftName.identifier(argument.name))) { m\(index) in")
        emitPost(event, opcode: opcode, pending: pending.dropFirst(), into: &out)
        out.line("}")
    }

    private func carriesObject(_ argument: ArgumentDescription) -> Bool {
        argument.type == .object || argument.type == .newID
    }

    private func parameterType(_ argument: ArgumentDescription) -> String {
        let optional = argument.isNullable ? "?" : ""
        switch argument.type {
        case .int: return context.enumType(argument, of: interface) ?? "Int32"
        case .uint: return context.enumType(argument, of: interface) ?? "UInt32"
        case .fixed: return "Double"
        case .string: return "String\(optional)"
        case .object, .newID: return "\(context.resourceType(argument))\(optional)"
        case .array: return "[UInt8]"
        case .fd: return "CInt"
        }
    }

    private func wireValue(_ argument: ArgumentDescription, index: Int) -> String {
        let name = SwiftName.identifier(argument.name)
        let isEnum = context.enumType(argument, of: interface) != nil
        switch argument.type {
        case .int: return isEnum ? "wl_argument(i: Int32(bitPattern: \(name).rawValue))" : "wl_argument(i: \(name))"
        case .uint: return "wl_argument(u: \(name)\(isEnum ? ".rawValue" : ""))"
        case .fixed: return "wl_argument(f: WireFixed.fixed(\(name)))"
        case .string: return "wl_argument(s: m\(index))"
        case .object, .newID: return "wl_argument(o: o\(index))"
        case .array: return "wl_argument(a: m\(index))"
        case .fd: return "wl_argument(h: \(name))"
        }
    }
}
