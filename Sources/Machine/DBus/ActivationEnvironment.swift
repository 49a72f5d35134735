import CSystemd
import Logging
package import Runtime

/// The environment of the programs that the session bus and the user's service manager start, such as portals.
package final class ActivationEnvironment {
    private let bus: BusConnection
    private let logger = Logger(label: "kagami.session")

    /// Connects to the session bus.
    package init(loop: EventLoop) throws(RuntimeError) {
        bus = try BusConnection(to: .session, loop: loop)
    }

    /// Sets these variables for all programs that are started from now on.
    package func set(_ variables: [String: String]) {
        let sorted = variables.sorted { $0.key < $1.key }
        call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "UpdateActivationEnvironment"
        ) { BusMessage.append(sorted.map { ($0.key, $0.value) }, to: $0) }
        call(
            "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager",
            "SetEnvironment"
        ) { BusMessage.append(sorted.map { "\($0.key)=\($0.value)" }, to: $0) }
    }

    /// A session may lack either destination, so a failure is only logged.
    private func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: (OpaquePointer) -> CInt
    ) {
        bus.call(destination, path, interface, member, arguments: arguments) { [logger] reply in
            guard case .failed(let reason) = reply else { return }
            logger.info(
                "environment not handed over", metadata: ["to": "\(destination)", "reason": "\(reason)"])
        }
    }
}
