/// One line of a recorded input session: an event and when it came, counted from the session's start.
///
/// As JSON every line is one flat object. `t` is the time in microseconds, `device` the device's number, and one
/// more key says what it is about:
///
///     {"t":0,"device":1,"hotplug":"added","name":"Touch","capabilities":["touch"]}
///     {"t":12345,"device":1,"touch":"down","slot":0,"x":0.5,"y":0.25}
///     {"t":12345,"device":1,"touch":"frame"}
///     {"t":20000,"device":2,"pointer":"button","button":272,"pressed":true}
///     {"t":30000,"device":3,"key":30,"pressed":true}
///
/// Positions are fractions of the device's sensor, keys and buttons Linux event codes.
package struct PanelInputRecord: Hashable, Sendable {
    /// Microseconds since the session's start.
    package let elapsed: Int64
    /// The event with its time counted from the session's start.
    private let event: InputEvent

    /// The record of an event that came `elapsed` microseconds into the session.
    package init(_ event: InputEvent, elapsed: Int64) {
        self.elapsed = elapsed
        self.event = event.at(Timestamp(microseconds: elapsed))
    }

    /// The event as it happens again in a session that starts at `start`.
    ///
    /// `device` gives the recorded devices numbers that no present device has.
    package func event(
        startingAt start: Timestamp, device: (DeviceID) -> DeviceID = { $0 }
    ) -> InputEvent {
        let time = Timestamp(microseconds: start.microseconds &+ elapsed)
        return event.at(time).on(device(event.device))
    }

    /// The event with its time counted from the session's start.
    var recordedEvent: InputEvent { event }
}
