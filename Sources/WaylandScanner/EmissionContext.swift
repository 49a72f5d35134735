/// All interfaces of one run, so that references across files can be checked and enums found.
struct EmissionContext {
    private let interfaces: [String: InterfaceDescription]

    /// Throws when a message refers to an interface that no file describes.
    init(_ protocols: [ProtocolDescription]) throws(ScannerError) {
        let all = protocols.flatMap(\.interfaces)
        interfaces = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        for interface in all {
            for argument in (interface.requests + interface.events).flatMap(\.arguments) {
                if let name = argument.interface, interfaces[name] == nil {
                    throw .unknownInterface(name, usedBy: interface.name)
                }
            }
        }
    }

    /// The Swift type of the argument's enum, or nil for a plain number.
    func enumType(_ argument: ArgumentDescription, of user: InterfaceDescription) -> String? {
        guard let (owner, description) = find(argument, user) else { return nil }
        let name = description.name == "error" ? "ErrorCode" : SwiftName.type(description.name)
        return "\(SwiftName.type(owner.name)).\(name)"
    }

    /// Like `enumType`, but only for bitfields. Every number is a valid set, so requests need no check.
    func bitfield(_ argument: ArgumentDescription, of user: InterfaceDescription) -> String? {
        guard let (_, description) = find(argument, user), description.isBitfield else { return nil }
        return enumType(argument, of: user)
    }

    /// `Resource<WlSurface>`, or `AnyResource` for an object of any interface.
    func resourceType(_ argument: ArgumentDescription) -> String {
        argument.interface.map { "Resource<\(SwiftName.type($0))>" } ?? "AnyResource"
    }

    private func find(
        _ argument: ArgumentDescription, _ user: InterfaceDescription
    ) -> (InterfaceDescription, EnumDescription)? {
        guard let path = argument.enumName?.split(separator: ".").map(String.init) else { return nil }
        let owner = path.count == 2 ? interfaces[path[0]] : user
        guard let owner, let description = owner.enums.first(where: { $0.name == path.last }) else { return nil }
        return (owner, description)
    }
}
