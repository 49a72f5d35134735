import Mirroring

/// The programs that have asked for idleness to be inhibited, by their connections to the bus.
///
/// Their number is bounded, so that no program can fill memory.
struct ProgramInhibitors {
    /// The most inhibitors of one connection, and of all.
    static let (mostOfOne, most) = (16, 64)

    private struct Entry {
        let cookie: UInt32
        let client: String
        let inhibitor: IdlenessInhibitor
    }

    /// In the order in which they came.
    private var entries: [Entry] = []
    private var lastCookie: UInt32 = 0

    var all: [IdlenessInhibitor] { entries.map(\.inhibitor) }

    /// Whether this connection has any.
    func has(_ client: String) -> Bool { entries.contains { $0.client == client } }

    /// Adds an inhibitor and returns its cookie, which is not 0; nil where there are too many.
    mutating func add(_ client: String, program: String, reason: String) -> UInt32? {
        guard entries.count < Self.most, entries.count(where: { $0.client == client }) < Self.mostOfOne else {
            return nil
        }
        repeat { lastCookie &+= 1 } while lastCookie == 0 || entries.contains { $0.cookie == lastCookie }
        let inhibitor = IdlenessInhibitor(.screenSaver, program: program, reason: reason)
        entries.append(Entry(cookie: lastCookie, client: client, inhibitor: inhibitor))
        return lastCookie
    }

    /// Ends an inhibitor of this connection; false if it has none with that cookie.
    mutating func end(_ cookie: UInt32, of client: String) -> Bool {
        let index = entries.firstIndex { $0.cookie == cookie && $0.client == client }
        if let index { entries.remove(at: index) }
        return index != nil
    }

    /// The connection has gone.
    mutating func left(_ client: String) {
        entries.removeAll { $0.client == client }
    }
}
