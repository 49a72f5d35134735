import Geometry
import Mirroring

/// Small signs in the panel's upper left corner, each shown while its statement is true.
///
/// Signs lie beside the controller's picture where there is room, and never on the external. They take no input, and
/// let none through.
final class SignBoard: Feature {
    /// What a sign is about, in the order in which signs are shown.
    enum Subject: Int, CaseIterable {
        case away, dark, frozen, timer
    }

    private struct Drawn {
        let sign: PanelSign
        let text: String
        let letter: Double
        let picture: any Buffer
    }

    private let overlays: Overlays
    private var signs: [Subject: PanelSign] = [:]
    private var drawn: [Subject: Drawn] = [:]

    private static let letterMillimetres = 2.4
    private static let marginMillimetres = 1.0

    init(_ overlays: Overlays) {
        self.overlays = overlays
    }

    /// Shows a sign, or with nil removes it.
    func show(_ subject: Subject, _ sign: PanelSign?) {
        guard signs[subject] != sign else { return }
        signs[subject] = sign
        follow()
    }

    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        signs[.away] = plan.away.map { _ in .away }
        signs[.dark] =
            darkness(of: plan.controlledOrExternal)
            ?? (plan.copies.contains(where: \.isBlank) ? .displayBlank : nil)
        follow()
    }

    private func darkness(of external: PlannedScreen?) -> PanelSign? {
        guard let external, external.base != .away else { return nil }
        return external.isOff ? .off : external.isBlank ? .blank : nil
    }

    /// Follows the panel and the configuration.
    func follow() {
        guard !(signs.isEmpty && drawn.isEmpty) else { return }
        let elements = overlays.panel.map { pictures(on: $0) } ?? []
        overlays.set(.signs, to: elements)
        let covered = Region<PanelSpace>(elements.map { $0.destination.reinterpreted() })
        overlays.setInput(.signs, area: covered.isEmpty ? nil : OverlayArea(own: covered), sink: nil)
    }

    /// The height of a sign with its margins, in the panel's pixels; 0 where it is not shown.
    func height(of subject: Subject) -> Int {
        drawn[subject].map { $0.picture.size.height + 2 * margin } ?? 0
    }

    private var margin: Int { Int(clamping: (Self.marginMillimetres * overlays.density).rounded()) }

    private func pictures(on panel: PlannedScreen) -> [SceneElement] {
        let density = panel.output.panelPixelsPerMillimetre
        let room = panel.room
        var x = room.x + margin
        return Subject.allCases.compactMap { subject in
            drawn[subject] = signs[subject].flatMap { draw($0, instead: drawn[subject], density) }
            guard let picture = drawn[subject]?.picture else { return nil }
            let place = Rect<ContentSpace>(
                x: x, y: room.y + margin, width: picture.size.width, height: picture.size.height)
            x += place.width + margin
            return SceneElement(whole: picture, at: place)
        }
    }

    private func draw(_ sign: PanelSign, instead old: Drawn?, _ density: Double) -> Drawn? {
        let letter = Self.letterMillimetres * density * overlays.interface.size
        let text = sign.text.text(in: overlays.language)
        if let old, old.sign == sign, old.text == text, old.letter == letter { return old }
        return overlays.texts?.sign(of: text, letterHeight: letter, tone: sign.tone).map {
            Drawn(sign: sign, text: text, letter: letter, picture: $0)
        }
    }
}
