import Control
import Mirroring

extension HookConfiguration {
    mutating func read(_ reader: TableReader) {
        for kind in ServiceEvent.Kind.hookable {
            if let command = reader.command(kind.rawValue) { commands[kind.rawValue] = command }
        }
        limitMicroseconds = reader.integer("timeout_s", in: 1...3600).map { Int64($0) * 1_000_000 } ?? limitMicroseconds
    }
}

extension ServiceEvent.Kind {
    /// Those that a command can be bound to: all but the end of a stream that is read too slowly.
    static var hookable: [ServiceEvent.Kind] { allCases.filter { $0 != .dropped } }
}
