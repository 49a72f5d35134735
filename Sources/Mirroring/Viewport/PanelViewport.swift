package import Geometry

/// The one mapping between panel and external pixels, used for drawing, damage and input alike.
///
/// The external's whole picture is shown at `frame` on the panel, `scale` panel pixels to an external one,
/// with the same scale both ways, centred; what is left of the panel is bars.
package struct PanelViewport: Hashable, Sendable {
    package let panel: Size<PanelSpace>
    package let external: Size<ContentSpace>
    /// Panel pixels per external pixel.
    package let scale: Double
    /// The snapshot's rectangle in whole panel pixels: the scaled size rounded to the nearest pixel, at least 1.
    package let frame: Rect<PanelSpace>

    /// The viewport that shows all of `external` in a rectangle of the panel, which may extend past its edges.
    package init(panel: Size<PanelSpace>, external: Size<ContentSpace>, frame: Rect<PanelSpace>) {
        self.panel = panel
        self.external = external
        self.frame = frame
        scale = external.isEmpty ? 1 : Double(frame.width) / Double(external.width)
    }

    /// The same screens with the snapshot in another rectangle of the panel.
    package func shown(at frame: Rect<PanelSpace>) -> PanelViewport {
        PanelViewport(panel: panel, external: external, frame: frame)
    }

    /// The viewport that fits `external` onto what `margins` leave of `panel`, never magnified past `maximumScale`.
    package init(
        panel: Size<PanelSpace>, external: Size<ContentSpace>, maximumScale: Double = 1, margins: EdgeMargins = .none
    ) {
        self.panel = panel
        self.external = external
        guard !panel.isEmpty, !external.isEmpty else {
            scale = 1
            frame = .zero
            return
        }
        let inset = margins.inset(panel.bounds)
        let area = inset.isEmpty ? panel.bounds : inset
        let fit = min(Double(area.width) / Double(external.width), Double(area.height) / Double(external.height))
        scale = min(fit, maximumScale)
        let width = max(1, min(area.width, Int((Double(external.width) * scale).rounded())))
        let height = max(1, min(area.height, Int((Double(external.height) * scale).rounded())))
        frame = Rect(
            x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
            height: height)
    }
}
