import CWayland

/// Builds the interface descriptions that libwayland reads.
///
/// The interfaces refer to each other in cycles and libwayland keeps pointers to them, so all are built at once and
/// never freed.
enum WireTable {
    struct Interface {
        var name: StaticString
        var version: CInt
        var requests: [Message]
        var events: [Message]
    }

    struct Message {
        var name: StaticString
        var signature: StaticString
        /// The interface of each object argument; nil for other arguments.
        var types: [String?]
    }

    static func build(_ interfaces: [Interface]) -> UnsafePointer<wl_interface> {
        let table = UnsafeMutablePointer<wl_interface>.allocate(capacity: interfaces.count)
        var byName: [String: UnsafePointer<wl_interface>] = [:]
        for (index, interface) in interfaces.enumerated() {
            byName[interface.name.description] = UnsafePointer(table + index)
        }
        for (index, interface) in interfaces.enumerated() {
            (table + index).initialize(
                to: wl_interface(
                    name: cString(interface.name), version: interface.version,
                    method_count: CInt(interface.requests.count), methods: messages(interface.requests, byName),
                    event_count: CInt(interface.events.count), events: messages(interface.events, byName)))
        }
        return UnsafePointer(table)
    }

    private static func messages(
        _ messages: [Message], _ byName: [String: UnsafePointer<wl_interface>]
    ) -> UnsafePointer<wl_message> {
        let result = UnsafeMutablePointer<wl_message>.allocate(capacity: messages.count)
        for (index, message) in messages.enumerated() {
            // libwayland reads one entry even of a message without arguments.
            let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: message.types.count + 1)
            types.initialize(repeating: nil, count: message.types.count + 1)
            for (position, type) in message.types.enumerated() {
                if let type { types[position] = byName[type] }
            }
            (result + index).initialize(
                to: wl_message(
                    name: cString(message.name), signature: cString(message.signature), types: types))
        }
        return UnsafePointer(result)
    }

    private static func cString(_ string: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
