/// How many devices of the seat hold the same key or button, after an event changed that number.
///
/// Two keyboards may hold one key; the application has one keyboard, so only the first press and the last
/// release count.
struct SeatCount {
    let count: UInt32

    func passes(pressed: Bool) -> Bool {
        pressed ? count == 1 : count == 0
    }
}
