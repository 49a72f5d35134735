/// One protocol file and the interfaces it describes.
struct ProtocolDescription: Equatable {
    /// The file's name without its directory and extension.
    var stem: String
    var interfaces: [InterfaceDescription] = []
}

/// One interface with its messages in opcode order.
struct InterfaceDescription: Equatable {
    var name: String
    var version: Int
    var requests: [MessageDescription] = []
    var events: [MessageDescription] = []
    var enums: [EnumDescription] = []
}

/// A request or an event.
struct MessageDescription: Equatable {
    var name: String
    /// The first interface version that has the message.
    var since: Int
    /// Whether the message destroys its object.
    var isDestructor: Bool
    var arguments: [ArgumentDescription] = []

    var passesDescriptor: Bool { arguments.contains { $0.type == .fd } }

    /// The signature that libwayland reads: the version, then a letter for each argument, with `?` before nullable arguments.
    var signature: String {
        (since > 1 ? String(since) : "") + arguments.map(\.signature).joined()
    }
}

/// One argument of a message.
struct ArgumentDescription: Equatable {
    var name: String
    var type: ArgumentType
    /// The interface of an object or a new object.
    var interface: String?
    var isNullable = false
    /// The enum that the number belongs to: `name`, or `interface.name` for an enum of another interface.
    var enumName: String?

    var signature: String { (isNullable ? "?" : "") + String(type.letter) }
}

/// The wire types.
enum ArgumentType: String {
    case int, uint, fixed, string, object, array, fd
    case newID = "new_id"

    var letter: Character {
        switch self {
        case .int: "i"
        case .uint: "u"
        case .fixed: "f"
        case .string: "s"
        case .object: "o"
        case .newID: "n"
        case .array: "a"
        case .fd: "h"
        }
    }
}

/// An enum of an interface.
struct EnumDescription: Equatable {
    var name: String
    /// The entries are flags that may be combined.
    var isBitfield: Bool
    var entries: [Entry] = []

    struct Entry: Equatable {
        var name: String
        var value: UInt32
    }
}
