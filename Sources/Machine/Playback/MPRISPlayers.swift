import Logging
package import Mirroring
package import Runtime

/// The media players on the session bus, by the MPRIS D-Bus interface (version 2.2, `org.mpris.MediaPlayer2`).
///
/// A player belongs to a window of the same process. If the process is unknown, it belongs to a window whose application id is the player's
/// bus name.
package final class MPRISPlayers: PlaybackPort {
    private struct Player {
        /// The bus name after `org.mpris.MediaPlayer2.`, such as `mpv` or `vlc.instance42`.
        let name: String
        /// The unique connection name, the sender of the player's signals.
        var owner: String?
        var processID: Int?
        /// Nil until known.
        var isPlaying: Bool?
    }

    package var playersChanged: () -> Void = {}

    private let bus: BusConnection
    private let logger = Logger(label: "kagami.playback")
    private var players: [String: Player] = [:]

    private static let prefix = "org.mpris.MediaPlayer2."
    private static let path = "/org/mpris/MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let status = "PlaybackStatus"
    private static let daemon = (
        name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus"
    )

    /// Connects to the session bus and starts tracking players.
    package init(loop: EventLoop) throws(RuntimeError) {
        bus = try BusConnection(to: .session, loop: loop)
        let rule =
            "type='signal',sender='\(Self.daemon.name)',interface='\(Self.daemon.interface)',"
            + "member='NameOwnerChanged',arg0namespace='org.mpris.MediaPlayer2'"
        try bus.match(rule) { [weak self] in self?.ownerChanged($0) }
        let changes =
            "type='signal',path='\(Self.path)',interface='\(Self.properties)',member='PropertiesChanged',"
            + "arg0='\(Self.player)'"
        try bus.match(changes) { [weak self] in self?.propertiesChanged($0) }
        bus.lost = { [weak self] in self?.lost() }
        bus.call(Self.daemon.name, Self.daemon.path, Self.daemon.interface, "ListNames") { [weak self] reply in
            guard case .answered(let message) = reply else { return }
            for name in BusMessage.strings(message) { self?.came(name) }
        }
    }

    package func hasPlayer(for target: PlaybackTarget) -> Bool { player(for: target) != nil }

    package func isPlaying(_ target: PlaybackTarget) -> Bool? {
        player(for: target).flatMap { players[$0]?.isPlaying }
    }

    package func perform(
        _ command: PlaybackCommand, for target: PlaybackTarget, completion: @escaping (String?) -> Void
    ) {
        guard let name = player(for: target) else { return completion("the player has gone") }
        let finish = { (reply: BusReply) in
            switch reply {
            case .answered: completion(nil)
            case .failed(let words): completion(words)
            }
        }
        switch command {
        case .playPause: bus.call(name, Self.path, Self.player, "PlayPause", reply: finish)
        case .skip(let microseconds):
            bus.call(
                name, Self.path, Self.player, "Seek", arguments: { BusMessage.append(microseconds, to: $0) },
                reply: finish)
        }
    }

    /// The bus name of the player that the target's window belongs to.
    private func player(for target: PlaybackTarget) -> String? {
        let sorted = players.sorted { $0.key < $1.key }
        if let processID = target.processID, let own = sorted.first(where: { $0.value.processID == processID }) {
            return own.key
        }
        guard let appID = target.appID?.text.lowercased() else { return nil }
        // An application id may be a reversed domain, whose last part is the player's name.
        let short = appID.split(separator: ".").last.map(String.init) ?? appID
        return sorted.first { entry in
            let name = entry.value.name.lowercased()
            return name == appID || name == short || name.hasPrefix(short + ".instance")
        }?.key
    }

    // MARK: The bus

    private func ownerChanged(_ message: OpaquePointer) {
        guard let name = BusMessage.string(message), BusMessage.string(message) != nil,
            let owner = BusMessage.string(message)
        else { return }
        if owner.isEmpty {
            if players.removeValue(forKey: name) != nil { playersChanged() }
        } else {
            came(name)
        }
    }

    private func came(_ name: String) {
        guard name.hasPrefix(Self.prefix), name.count > Self.prefix.count, players.count < Self.mostPlayers else {
            return
        }
        players[name] = Player(name: String(name.dropFirst(Self.prefix.count)))
        playersChanged()
        askWhetherPlaying(name)
        bus.call(
            Self.daemon.name, Self.daemon.path, Self.daemon.interface, "GetNameOwner",
            arguments: { BusMessage.append(name, to: $0) },
            reply: { [weak self] reply in
                guard case .answered(let message) = reply, let owner = BusMessage.string(message) else { return }
                self?.players[name]?.owner = owner
            })
        bus.call(
            Self.daemon.name, Self.daemon.path, Self.daemon.interface, "GetConnectionUnixProcessID",
            arguments: { BusMessage.append(name, to: $0) },
            reply: { [weak self] reply in
                guard let self, case .answered(let message) = reply, let number = BusMessage.number(message) else {
                    return
                }
                players[name]?.processID = Int(number)
                playersChanged()
            })
    }

    private func askWhetherPlaying(_ name: String) {
        bus.call(
            name, Self.path, Self.properties, "Get",
            arguments: { message in
                let result = BusMessage.append(Self.player, to: message)
                return result < 0 ? result : BusMessage.append(Self.status, to: message)
            },
            reply: { [weak self] reply in
                guard case .answered(let message) = reply, let status = BusMessage.stringVariant(message) else {
                    return
                }
                self?.adopt(status, of: name)
            })
    }

    private func propertiesChanged(_ message: OpaquePointer) {
        guard let sender = BusMessage.sender(message), BusMessage.string(message) != nil,
            let name = players.first(where: { $0.value.owner == sender })?.key
        else { return }
        if let status = BusMessage.strings(named: [Self.status], in: message)[Self.status] { adopt(status, of: name) }
    }

    private func adopt(_ status: String, of name: String) {
        let isPlaying = status == "Playing"
        guard players[name]?.isPlaying != isPlaying else { return }
        players[name]?.isPlaying = isPlaying
        playersChanged()
    }

    private static let mostPlayers = 64

    private func lost() {
        logger.warning("session bus lost")
        players = [:]
        playersChanged()
    }
}
