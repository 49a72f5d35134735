import Mirroring

/// Takes the applications' pointer out of sight while it is of no use: after a touch, after a time, or always.
///
/// Only its picture goes. It stays where it is for the application, and is back as soon as a mouse, a touchpad or a pen is used.
final class PointerHider: Feature {
    private let painter: FramePainter
    private let loop: any LoopPort
    private var rule: PointerHiding
    private var lastUse = Timestamp(microseconds: 0)
    private var isWaiting = false
    private var isHidden = false { didSet { painter.hide(.unused, isHidden) } }

    init(_ painter: FramePainter, _ loop: any LoopPort, _ rule: PointerHiding) {
        self.painter = painter
        self.loop = loop
        self.rule = rule
        hide(rule == .always)
    }

    private func hide(_ isHidden: Bool) { self.isHidden = isHidden }

    func use(_ next: Configuration, after old: Configuration) {
        guard next.pointer.hiding != rule else { return }
        rule = next.pointer.hiding
        isHidden = rule == .always
        wait()
    }

    func hear(_ news: InputNews) {
        switch news {
        case .applicationTouched: isHidden = true
        case .pointerUsed:
            isHidden = rule == .always
            lastUse = loop.now
            wait()
        default: break
        }
    }

    /// Wakes up when the pointer may be hidden; at most one wake-up is set, and none while there is nothing to hide.
    private func wait() {
        guard case .after(let seconds) = rule, !isWaiting, !isHidden else { return }
        isWaiting = true
        let rest = Int64(seconds) * 1_000_000 - loop.now.since(lastUse)
        loop.schedule(afterMicroseconds: max(0, rest)) { [weak self] in self?.timeUp() }
    }

    private func timeUp() {
        isWaiting = false
        guard case .after(let seconds) = rule, !isHidden else { return }
        guard loop.now.since(lastUse) >= Int64(seconds) * 1_000_000 else { return wait() }
        isHidden = true
    }
}
