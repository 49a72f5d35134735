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
    /// What is drawn above it; nil for nothing.
    package var front: SnapshotFront?

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

/// What is drawn above a snapshot, such as the menu's handle, as one picture for a plane of its own.
package struct SnapshotFront {
    /// Pixels in `argb8888`. They never change: what looks different is another object.
    package let picture: any Buffer
    /// The picture's place in the frame, within that of the snapshot.
    package let frame: Rect<OutputSpace>

    package init(_ picture: any Buffer, at frame: Rect<OutputSpace>) {
        self.picture = picture
        self.frame = frame
    }

    /// What draws the same into a frame.
    package var element: SceneElement { SceneElement(whole: picture, at: frame.reinterpreted()) }

    /// The pixels of the picture for what is drawn in `covered` above a snapshot; nil where that is so much that all had better
    /// be drawn. A plane is read in each refresh, transparent pixels included.
    package static func frame(
        over covered: Region<OutputSpace>, of snapshot: Rect<OutputSpace>
    ) -> Rect<OutputSpace>? {
        let frame = covered.intersection(snapshot).extents
        return frame.size.area * 4 <= snapshot.size.area ? frame : nil
    }
}
