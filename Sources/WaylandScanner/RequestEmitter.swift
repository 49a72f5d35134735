/// Emits an interface's requests: the protocol that the server implements, and the dispatcher that decodes them.
struct RequestEmitter {
    let interface: InterfaceDescription
    let context: EmissionContext

    private var type: String { SwiftName.type(interface.name) }

    func emitProtocol(into out: inout SwiftWriter) {
        out.block("package protocol \(type)Requests: AnyObject") { out in
            for request in interface.requests {
                out.line(declaration(of: request))
            }
        }
        let defaulted = interface.requests.filter { $0.isDestructor && $0.arguments.isEmpty }
        if defaulted.isEmpty { return }
        out.line()
        out.block("extension \(type)Requests") { out in
            for request in defaulted { out.line("package " + declaration(of: request) + " {}") }
        }
    }

    private func declaration(of request: MessageDescription) -> String {
        let parameters = request.arguments.map { ", \(SwiftName.identifier($0.name)): \(parameterType($0))" }
        return "func \(SwiftName.identifier(request.name))(_ resource: Resource<\(type)>\(parameters.joined()))"
    }

    private func parameterType(_ argument: ArgumentDescription) -> String {
        let optional = argument.isNullable ? "?" : ""
        switch argument.type {
        case .int: return "Int32"
        case .uint: return context.bitfield(argument, of: interface) ?? "UInt32"
        case .fixed: return "Double"
        case .string: return "String\(optional)"
        case .object: return "\(context.resourceType(argument))\(optional)"
        case .newID: return "NewResource<\(SwiftName.type(argument.interface ?? ""))>"
        case .array: return "[UInt8]"
        case .fd: return "OwnedDescriptor"
        }
    }

    func emitDispatcher(into out: inout SwiftWriter) {
        out.block(
            "package static func dispatch(opcode: UInt32, arguments: UnsafePointer<wl_argument>, "
                + "to resource: Resource<\(type)>)"
        ) { out in
            if interface.requests.isEmpty { return }
            out.line("let handler = resource.handler")
            out.line("switch opcode {")
            for (opcode, request) in interface.requests.enumerated() {
                out.line("case \(opcode):")
                emitCase(request, into: &out)
            }
            out.line("default: break")
            out.line("}")
        }
    }

    private func emitCase(_ request: MessageDescription, into out: inout SwiftWriter) {
        for (index, argument) in request.arguments.enumerated() {
            let value = decoded(argument, "arguments[\(index)]")
            let isRequiredObject = argument.type == .object && !argument.isNullable
            out.line(
                isRequiredObject ? "    guard let a\(index) = \(value) else { return }" : "    let a\(index) = \(value)"
            )
        }
        let labelled = request.arguments.enumerated().map { ", \(SwiftName.member($1.name)): a\($0)" }
        let call = ".\(SwiftName.identifier(request.name))(resource\(labelled.joined()))"
        let created = request.arguments.indices.filter { request.arguments[$0].type == .newID }
        if created.isEmpty {
            out.line("    handler?\(call)")
        } else {
            let inert = created.map { "a\($0).createInert()" }.joined(separator: "; ")
            out.line("    if let handler { handler\(call) } else { \(inert) }")
        }
        if request.isDestructor { out.line("    resource.destroy()") }
    }

    private func decoded(_ argument: ArgumentDescription, _ wire: String) -> String {
        switch argument.type {
        case .int: return "\(wire).i"
        case .uint: return context.bitfield(argument, of: interface).map { "\($0)(rawValue: \(wire).u)" } ?? "\(wire).u"
        case .fixed: return "WireFixed.double(\(wire).f)"
        case .string: return argument.isNullable ? "WireString.optional(\(wire).s)" : "WireString.string(\(wire).s)"
        case .object: return "\(context.resourceType(argument)).lookUp(\(wire).o)"
        case .newID: return "NewResource<\(SwiftName.type(argument.interface ?? ""))>(id: \(wire).n, parent: resource)"
        case .array: return "WireArray.bytes(\(wire).a)"
        case .fd: return "resource.client.take(descriptor: \(wire).h)"
        }
    }
}
