package import Geometry

/// What an output's planes show by themselves with a commit, front to back, and when it is shown.
package struct OutputFrame {
    package var cursor: PlaneElement?
    /// What other planes show, front to back: at most one picture of what is drawn in front, and clients' buffers or another output's
    /// picture. Before a drawn picture, clients' buffers fill their places; the picture need not show what they hide.
    package var layers: [PlaneElement] = []
    package var ground = Ground.picture
    /// What is drawn in front of the layer where the picture has a hole for that; nil for nothing.
    package var drawnFront: PlaneElement?
    package var timing = FrameTiming()

    /// What lies behind the layers, or in front of them.
    package enum Ground: Hashable, Sendable {
        /// A picture that is drawn.
        case picture
        /// The same, and nothing of it but black is seen.
        case blackPicture
        /// Black, and nothing is drawn: the layer is a client's buffer.
        case black
        /// Nothing: a picture that is drawn lies in front of the layer, which is a client's buffer, and has a hole there.
        case pictureInFront
    }

    package init(cursor: PlaneElement? = nil, layers: [PlaneElement] = [], ground: Ground = .picture) {
        self.cursor = cursor
        self.layers = layers
        self.ground = ground
    }

    /// What is drawn in front of the other layers, as one picture; nil for nothing.
    package var front: PlaneElement? { layers.first { if case .front = $0.kind { true } else { false } } }

    /// The client's buffer that is shown in place of a drawn picture; nil for none.
    package var client: PlaneElement? {
        ground == .black ? layers.first { if case .client = $0.kind { true } else { false } } : nil
    }

    /// Clients' buffers in front of a drawn picture, front to back, or the one behind it.
    package var windows: [PlaneElement] {
        ground == .black || layers.isEmpty
            ? [] : layers.filter { if case .client = $0.kind { true } else { false } }
    }

    /// The pixels that windows fill.
    package var covered: Region<OutputSpace> {
        if layers.isEmpty { return Region() }
        let windows = windows
        return windows.isEmpty ? Region() : Region(windows.map(\.destination))
    }

    /// Where the drawn picture lets the client's buffer behind it be seen; nil where it does not.
    package var hole: RenderTarget.Hole? {
        guard ground == .pictureInFront, let client = windows.first else { return nil }
        return RenderTarget.Hole(place: client.destination, front: drawnFront?.element)
    }

    /// What is shown of another output; nil for nothing.
    package var snapshot: PlaneElement? { layers.first { if case .snapshot = $0.kind { true } else { false } } }
}

/// Why planes do not show what a frame has for them; nil where they do, and where it has nothing.
package struct FrameAssignment: Hashable, Sendable {
    package var cursor: LayerRefusal?
    /// In the order of the frame's layers. A commit has none that was refused.
    package var layers: [LayerRefusal?]
    /// Whether the layers that are not refused are to lie behind the drawn picture, not in front of it.
    package var isBehindPicture = false

    package init(cursor: LayerRefusal? = nil, layers: [LayerRefusal?] = []) {
        self.cursor = cursor
        self.layers = layers
    }

    /// Why no layer is shown; nil where any is, and where there are none.
    package var layer: LayerRefusal? { layers.contains { $0 == nil } ? nil : layers.first ?? nil }

    /// Planes show nothing of a frame.
    package init(refusing frame: OutputFrame, because reason: LayerRefusal) {
        self.init(cursor: frame.cursor.map { _ in reason }, layers: frame.layers.map { _ in reason })
    }
}

/// What a commit changes of an output's picture.
package enum FramePicture {
    /// Nothing: planes alone show something else, or elsewhere, such as a window's next picture in front of what is drawn.
    case unchanged
    /// The acquired buffer has been drawn, in these pixels in the viewer's orientation. The display waits for the fence, the end of the
    /// drawing, before it shows the buffer; nil for one that is complete, or of which the kernel knows when it is.
    case drawn(damage: Region<OutputSpace>, after: DrawingFence?)
    /// The client's buffer among the frame's layers takes its place, or has other pixels. It is held until the screen shows something else.
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
    /// The numbers of the planes that show layers of a kind, the backmost first, or for the content its drawn picture; empty where
    /// planes have none.
    package var planes: [OutputLayerKind: [UInt32]] = [:]
    package var timing = TimingState()

    package init() {}
}

/// What a display's device can show of clients' buffers by itself.
package struct ScanoutOffer: Hashable, Sendable {
    /// The number of the device that displays; a buffer that it shows had better be made for it.
    package var device: UInt
    /// The layouts that the plane of the output shows.
    package var layouts: Set<PixelLayout>

    package init(device: UInt, layouts: Set<PixelLayout>) {
        self.device = device
        self.layouts = layouts
    }
}
