package import Geometry

/// What is drawn above a layer, such as the menu's handle above a snapshot or controls above a film, as one picture for a
/// plane of its own.
package struct LayerFront {
    /// Pixels in `argb8888`. They never change: what looks different is another object.
    package let picture: any Buffer
    /// The picture's place in the frame.
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
