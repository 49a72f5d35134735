package import Geometry

/// One output's picture, made smaller or larger, as a layer that another output may show by itself: its display controller
/// reads the memory that the first one scans out, and no pixel is copied.
package struct SnapshotLayer {
    /// The output whose picture is shown.
    package let source: OutputID
    /// The client's buffer that the source shows, or is about to show, in place of a drawn frame; nil for a drawn one.
    package let content: ContentLayer?
    /// The part of the source's picture that is shown, in the source's pixels.
    package let crop: SourceBox
    /// Where it is shown, stretched to fit.
    package let destination: Rect<OutputSpace>

    /// What a viewport shows; nil where that is nothing.
    package init?(of source: OutputID, content: ContentLayer?, through viewport: PanelViewport) {
        let (visible, frame) = (viewport.visible, viewport.frame)
        guard !visible.isEmpty else { return nil }
        self.source = source
        self.content = content
        crop = SourceBox(
            x: Double(visible.x - frame.x) * viewport.ratioX, y: Double(visible.y - frame.y) * viewport.ratioY,
            width: Double(visible.width) * viewport.ratioX, height: Double(visible.height) * viewport.ratioY)
        destination = visible.reinterpreted()
    }
}

extension LayerRefusal {
    /// Why a snapshot has to be drawn into a screen's picture, as far as the picture itself decides: `front` is what is drawn
    /// above the snapshot.
    package static func ofSnapshot(
        at place: Rect<OutputSpace>, under front: Region<OutputSpace>, filter: ScaleFilter
    ) -> LayerRefusal? {
        if filter == .areaInLinearLight { return .filter }
        return front.intersection(place).isEmpty ? nil : .behindPicture
    }
}
