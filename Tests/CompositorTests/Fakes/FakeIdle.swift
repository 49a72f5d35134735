import Mirroring

/// A user who is idle when the test says.
final class FakeIdle: IdlePort {
    weak var idleObserver: (any IdleObserver)?
    private(set) var seconds: [Int] = []
    private(set) var hintSeconds: Int?
    private(set) var actions = 0
    private(set) var areScreensDark = false
    var idlenessInhibitors: [IdlenessInhibitor] = []

    func watchIdleness(seconds: [Int]) { self.seconds = seconds }
    func tellMachine(ofIdlenessAfter seconds: Int) { hintSeconds = seconds }
    func userActed() { actions += 1 }
    func screensChanged(areDark: Bool) { areScreensDark = areDark }
}
