package import Geometry

/// What an output's planes show by themselves with a commit, and when it is shown.
package struct OutputFrame {
    /// In front of all else; nil for none.
    package var cursor: CursorLayer?
    package var layer: PlaneLayer?
    package var timing = FrameTiming()

    package init(cursor: CursorLayer? = nil, layer: PlaneLayer? = nil, timing: FrameTiming = FrameTiming()) {
        self.cursor = cursor
        self.layer = layer
        self.timing = timing
    }
}

/// A picture that a plane shows behind the cursor.
package enum PlaneLayer {
    /// A client's buffer, in place of a drawn picture.
    case content(ContentLayer)
    /// Another output's picture, in front of the drawn one. Each commit takes the newest, be it on screen or about to be; its memory
    /// stays as it is until the output shows something else.
    case snapshot(SnapshotLayer)

    package var content: ContentLayer? {
        if case .content(let layer) = self { layer } else { nil }
    }

    package var snapshot: SnapshotLayer? {
        if case .snapshot(let layer) = self { layer } else { nil }
    }
}

/// Why planes do not show what a frame has for them; nil where they do, and where it has nothing.
package struct FrameAssignment: Hashable, Sendable {
    package var cursor: LayerRefusal?
    package var layer: LayerRefusal?

    package init(cursor: LayerRefusal? = nil, layer: LayerRefusal? = nil) {
        self.cursor = cursor
        self.layer = layer
    }

    /// Planes show nothing of a frame.
    package init(refusing frame: OutputFrame, because reason: LayerRefusal) {
        self.init(cursor: frame.cursor.map { _ in reason }, layer: frame.layer.map { _ in reason })
    }
}

/// What a commit changes of an output's picture.
package enum FramePicture {
    /// Nothing: planes alone show something else, or elsewhere.
    case unchanged
    /// The acquired buffer has been drawn, in these pixels in the viewer's orientation. The display waits for the fence, the end of the
    /// drawing, before it shows the buffer; nil for one that is complete, or of which the kernel knows when it is.
    case drawn(damage: Region<OutputSpace>, after: DrawingFence?)
    /// The client's buffer of the frame's layer takes its place, or has other pixels. It is held until the screen shows something else.
    case content
}

/// What an enabled output can do, as long as it is enabled.
package struct OutputCapabilities {
    /// What it can show of clients' buffers by itself, as far as that is known without a test; nil where it shows none.
    package var scanoutOffer: ScanoutOffer?
    /// Why it shows no other output's picture by itself, whatever that looks like; nil where that has to be asked for each.
    package var snapshotObstacle: LayerRefusal?
    /// What the frames have of each colour that are drawn for it.
    package var depth = FrameDepth()
    /// Whether it goes on showing what was there before it was enabled, such as a boot splash, until the first frame.
    package var showsEarlierPicture = false

    package init() {}
}

/// How an output showed its last frame.
package struct OutputState: Hashable, Sendable {
    /// The numbers of the planes that show a layer by itself, or for the content its drawn picture; empty where planes have none.
    package var planes: [OutputLayerKind: UInt32] = [:]
    package var timing = TimingState()

    package init() {}
}
