import Geometry
import Mirroring

/// Shows a line of text on the panel for a moment, such as why a key did nothing. A tap removes the line.
final class NoticeBoard: Feature, OverlayInputSink {
    private let overlays: Overlays
    private let loop: any LoopPort
    /// Numbers the lines, so that the timer of a replaced line is ignored.
    private var number = 0
    private var picture: (any Buffer)?
    /// The area in which a tap removes the line; nil while no line is shown.
    private(set) var frame: Rect<PanelSpace>?
    var isShown: Bool { frame != nil }
    /// The rectangle that lines keep clear of: the open menu.
    private var obstacle: Rect<PanelSpace>?

    private static let microseconds: Int64 = 2_500_000
    /// The letter height, as in a newspaper's heading, and the line's distance from the panel's edge.
    private static let letterMillimetres = 3.2
    private static let marginMillimetres = 4.0

    init(_ overlays: Overlays, _ loop: any LoopPort) {
        self.overlays = overlays
        self.loop = loop
    }

    func show(_ notice: PanelNotice) {
        show(notice.text(in: overlays.language))
    }

    /// `detail` follows the text.
    func show(_ text: PanelText, _ detail: String = "") {
        show(text.text(in: overlays.language) + detail)
    }

    /// Shows a line in place of the current one.
    func show(_ text: String) {
        guard let room = overlays.room, let port = overlays.texts else { return }
        let letter = Self.letterMillimetres * overlays.density * overlays.interface.size
        let margin = margin(in: room)
        let picture = port.picture(
            of: text, letterHeight: letter,
            in: Size(width: max(1, room.width - 2 * margin), height: max(1, room.height - 2 * margin)))
        guard let picture else { return }
        put(picture, in: room)
        number += 1
        loop.schedule(afterMicroseconds: Self.microseconds) { [weak self, number] in
            if self?.number == number { self?.hide() }
        }
    }

    /// Keeps lines clear of a part of the panel from now on, as far as there is room; nil for no part.
    func keepClear(of obstacle: Rect<PanelSpace>?) {
        guard obstacle != self.obstacle else { return }
        self.obstacle = obstacle
        if let picture, let room = overlays.room { put(picture, in: room) }
    }

    private func put(_ picture: any Buffer, in room: Rect<PanelSpace>) {
        self.picture = picture
        let frame = place(of: picture, in: room, margin: margin(in: room))
        self.frame = frame
        overlays.set(.notice, to: [SceneElement(whole: picture, at: frame.reinterpreted())])
        overlays.setInput(.notice, area: OverlayArea(own: Region(frame)), sink: self)
    }

    private func margin(in room: Rect<PanelSpace>) -> Int {
        min(Int(clamping: (Self.marginMillimetres * overlays.density).rounded()), room.height / 8)
    }

    func hide() {
        guard isShown else { return }
        (picture, frame) = (nil, nil)
        overlays.set(.notice, to: [])
        overlays.setInput(.notice, area: nil, sink: nil)
    }

    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        if changes.isAnotherScene { hide() }
    }

    func take(_ input: OverlayInput) {
        if case .up = input { hide() }
    }

    /// The place of a line: in the middle near the upper edge, clear of the hands. Where the obstacle is there, near
    /// the lower edge, or where the line covers least of the obstacle.
    private func place(of picture: any Buffer, in room: Rect<PanelSpace>, margin: Int) -> Rect<PanelSpace> {
        let size = picture.size
        func place(_ margin: Int, isUp: Bool) -> Rect<PanelSpace> {
            Rect(
                x: room.x + (room.width - size.width) / 2,
                y: isUp ? room.y + margin : room.maxY - margin - size.height, width: size.width, height: size.height)
        }
        func covered(_ place: Rect<PanelSpace>) -> Int { obstacle?.intersection(place).height ?? 0 }
        let places = [margin, margin / 4].flatMap { [place($0, isUp: true), place($0, isUp: false)] }
        return places.min { covered($0) < covered($1) } ?? places[0]
    }
}
