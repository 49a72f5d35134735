import Mirroring

/// Hides the applications' pointer while it is of no use: after a touch, after a time, or always.
///
/// Only the pointer's picture is hidden; for the application the pointer stays where it is. Unless it is always hidden,
/// the picture is back as soon as a mouse, a touchpad or a pen is used.
final class PointerHider: Feature {
    private let painter: FramePainter
    private var rule: PointerHiding
    private var isHidden = false { didSet { painter.hide(.unused, isHidden) } }
    private lazy var timer = DisuseTimer(
        loop, patience: rule.patience, isNeeded: { [unowned self] in !isHidden },
        act: { [unowned self] in isHidden = true })
    private let loop: any LoopPort

    init(_ painter: FramePainter, _ loop: any LoopPort, _ rule: PointerHiding) {
        self.painter = painter
        self.loop = loop
        self.rule = rule
        isHidden = rule == .always
        // Property observers do not run in an initializer.
        painter.hide(.unused, isHidden)
    }

    func use(_ next: Configuration, after old: Configuration) {
        guard next.pointer.hiding != rule else { return }
        rule = next.pointer.hiding
        isHidden = rule == .always
        timer.patience = rule.patience
        timer.wait()
    }

    func hear(_ news: InputNews) {
        switch news {
        case .applicationTouched: isHidden = true
        case .pointerUsed:
            isHidden = rule == .always
            timer.used()
        default: break
        }
    }
}

extension PointerHiding {
    /// How long the pointer must be unused before it is hidden, in microseconds; nil for no limit.
    fileprivate var patience: Int64? {
        if case .after(let seconds) = self { Int64(seconds) * 1_000_000 } else { nil }
    }
}
