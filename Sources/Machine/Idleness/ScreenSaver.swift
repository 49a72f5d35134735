import Logging
package import Mirroring
package import Runtime

/// `org.freedesktop.ScreenSaver` on the session bus: programs such as media players ask it to keep the screens lit.
///
/// A program's inhibitors end by its call, and when its connection to the bus does.
package final class ScreenSaver {
    /// Called when programs have come or gone, at most once in a turn of the loop.
    package var inhibitorsChanged: ([IdlenessInhibitor]) -> Void = { _ in }
    /// How long ago the user last did something, in microseconds.
    package var idleMicroseconds: () -> Int64 = { 0 }
    /// A program says that the user does something.
    package var userActed: () -> Void = {}
    /// Whether all screens are dark.
    package var isActive = false {
        didSet {
            guard isActive != oldValue else { return }
            for path in Self.paths {
                bus.emit(path, Self.name, "ActiveChanged") { [isActive] in BusMessage.append(isActive, to: $0) }
            }
        }
    }

    private let bus: BusConnection
    private let loop: EventLoop
    private let logger = Logger(label: "kagami.idle")
    private var inhibitors = ProgramInhibitors()
    /// The subscriptions to the ends of the connections that have inhibitors.
    private var watched: [String: BusMatch] = [:]
    private var isChangeDue = false

    /// The name, and the name of its only interface.
    private static let name = "org.freedesktop.ScreenSaver"
    /// Programs call it at either.
    private static let paths = ["/org/freedesktop/ScreenSaver", "/ScreenSaver"]
    private static let daemon = "org.freedesktop.DBus"

    /// Connects to the session bus and asks for the name.
    package init(loop: EventLoop) throws(RuntimeError) {
        self.loop = loop
        bus = try BusConnection(to: .session, loop: loop)
        for path in Self.paths {
            try bus.serve(path) { [weak self] in self?.answer($0) ?? false }
        }
        bus.lost = { [weak self] in self?.lost() }
        bus.claim(Self.name) { [logger] in
            logger.warning(
                "requests to keep screens lit go to another program, which has the name: end that one",
                metadata: ["name": "\(Self.name)"])
        }
    }

    private func answer(_ call: OpaquePointer) -> Bool {
        guard let client = BusMessage.sender(call), let member = BusMessage.member(call) else { return false }
        switch (BusMessage.interface(call) ?? Self.name, member) {
        case (Self.name, "Inhibit"): inhibit(client, call)
        case (Self.name, "UnInhibit"): endInhibition(client, call)
        case (Self.name, "GetActive"): bus.answer(call) { BusMessage.append(isActive, to: $0) }
        case (Self.name, "GetSessionIdleTime"):
            bus.answer(call) { BusMessage.append(UInt32(clamping: idleMicroseconds() / 1_000_000), to: $0) }
        case (Self.name, "SimulateUserActivity"):
            userActed()
            bus.answer(call)
        case ("org.freedesktop.DBus.Introspectable", "Introspect"):
            bus.answer(call) { BusMessage.append(Self.description, to: $0) }
        default: return false
        }
        return true
    }

    private func inhibit(_ client: String, _ call: OpaquePointer) {
        guard let program = BusMessage.string(call), let reason = BusMessage.string(call) else {
            return bus.refuse(call, "InvalidArgs", "Inhibit takes two texts: the program's name and the reason")
        }
        let isNew = !inhibitors.has(client)
        guard let cookie = inhibitors.add(client, program: program, reason: reason) else {
            return bus.refuse(call, "LimitsExceeded", "too many inhibitors: end some by UnInhibit")
        }
        if isNew { watch(client) }
        bus.answer(call) { BusMessage.append(cookie, to: $0) }
        changed()
    }

    private func endInhibition(_ client: String, _ call: OpaquePointer) {
        guard let cookie = BusMessage.number(call), inhibitors.end(cookie, of: client) else {
            return bus.refuse(call, "InvalidArgs", "no inhibitor of yours has this number")
        }
        if !inhibitors.has(client) { unwatch(client) }
        bus.answer(call)
        changed()
    }

    // MARK: Connections

    /// Ends the inhibitors of a connection when it has gone, be it already.
    private func watch(_ client: String) {
        let rule =
            "type='signal',sender='\(Self.daemon)',interface='\(Self.daemon)',member='NameOwnerChanged',arg0='\(client)'"
        do throws(RuntimeError) {
            watched[client] = try bus.match(rule) { [weak self] _ in self?.left(client) }
        } catch {
            logger.warning("a program's end goes unnoticed", metadata: ["reason": "\(error)"])
        }
        bus.call(
            Self.daemon, "/org/freedesktop/DBus", Self.daemon, "NameHasOwner",
            arguments: { BusMessage.append(client, to: $0) },
            reply: { [weak self] reply in
                if case .answered(let message) = reply, BusMessage.flag(message) == false { self?.left(client) }
            })
    }

    private func unwatch(_ client: String) {
        if let match = watched.removeValue(forKey: client) { bus.end(match) }
    }

    private func left(_ client: String) {
        inhibitors.left(client)
        unwatch(client)
        changed()
    }

    private func lost() {
        logger.warning("session bus lost: what programs ask for there no longer counts")
        inhibitors = ProgramInhibitors()
        watched = [:]
        changed()
    }

    private func changed() {
        guard !isChangeDue else { return }
        isChangeDue = true
        loop.deferAction { [weak self] in
            guard let self else { return }
            isChangeDue = false
            inhibitorsChanged(inhibitors.all)
        }
    }

    /// What `Introspect` tells: some libraries ask before they call anything.
    private static let description = """
        <node>
          <interface name="\(name)">
            <method name="Inhibit">
              <arg name="application_name" type="s" direction="in"/>
              <arg name="reason_for_inhibit" type="s" direction="in"/>
              <arg name="cookie" type="u" direction="out"/>
            </method>
            <method name="UnInhibit"><arg name="cookie" type="u" direction="in"/></method>
            <method name="GetActive"><arg name="active" type="b" direction="out"/></method>
            <method name="GetSessionIdleTime"><arg name="seconds" type="u" direction="out"/></method>
            <method name="SimulateUserActivity"/>
            <signal name="ActiveChanged"><arg name="active" type="b"/></signal>
          </interface>
        </node>
        """
}
