/// Events that need not wake their client up: they go with others that it is about to be sent.
///
/// A client that gets its old buffer back when it commits, and its frame callback a refresh later, would wake up twice for each
/// frame; so would the service, to send to it.
package final class LateEvents {
    private var events: [any LateEvent] = []
    /// The clients that are about to be sent something.
    private var expecting: [Client] = []

    /// Sends the event with the next others, at the latest before the loop sleeps unless its client is known to get some.
    package func add(_ event: any LateEvent) {
        events.append(event)
    }

    /// Has the late events of a client wait for `sendAll`, which will come by itself.
    package func expect(_ client: Client) {
        if !expects(client) { expecting.append(client) }
    }

    /// Sends all: what clients expect follows.
    package func sendAll() {
        expecting = []
        flush()
    }

    /// Sends the events of clients that expect nothing.
    func flush() {
        if events.allSatisfy({ expects($0.client) }) { return }
        let all = events
        events = []
        for event in all {
            if expects(event.client) { events.append(event) } else { event.send() }
        }
    }

    private func expects(_ client: Client) -> Bool { expecting.contains { $0 === client } }
}

/// An event of an object, to be sent at some time.
package protocol LateEvent: AnyObject {
    var client: Client { get }

    func send()
}
