package import Geometry

/// The layers that an output's planes show with a commit, front to back, and their timing.
package struct OutputFrame {
    package var cursor: PlaneElement?
    /// The layers of the other planes, front to back.
    ///
    /// The layers are at most one picture that is drawn in front, and clients' buffers or another output's picture.
    /// Clients' buffers in front of a drawn picture fill their places, so the picture need not show what they hide.
    package var layers: [PlaneElement] = []
    package var ground = Ground.picture
    /// What is drawn in front of the client's buffer behind the picture's hole, or nil for nothing.
    package var drawnFront: PlaneElement?
    package var timing = FrameTiming()

    /// What lies behind the layers, or in front of them.
    package enum Ground: Hashable, Sendable {
        /// A drawn picture lies behind the layers.
        case picture
        /// A drawn picture lies behind the layers, and only black is visible of it.
        case blackPicture
        /// Only black lies behind the layer, which is a client's buffer, and nothing is drawn.
        case black
        /// A drawn picture lies in front of the layer, which is a client's buffer, and has a hole there.
        case pictureInFront
    }

    package init(cursor: PlaneElement? = nil, layers: [PlaneElement] = [], ground: Ground = .picture) {
        self.cursor = cursor
        self.layers = layers
        self.ground = ground
    }

    /// The one picture that is drawn in front of the other layers, or nil for none.
    package var front: PlaneElement? { layers.first { if case .front = $0.kind { true } else { false } } }

    /// The client's buffer that is shown in place of a drawn picture, or nil for none.
    package var client: PlaneElement? {
        ground == .black ? layers.first { if case .client = $0.kind { true } else { false } } : nil
    }

    /// The clients' buffers in front of a drawn picture, front to back, or the client's buffer behind it.
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

    /// The drawn picture's hole for the client's buffer behind it, or nil for no hole.
    package var hole: RenderTarget.Hole? {
        guard ground == .pictureInFront, let client = windows.first else { return nil }
        return RenderTarget.Hole(place: client.destination, front: drawnFront?.element)
    }

    /// The layer that shows another output's picture, or nil for none.
    package var snapshot: PlaneElement? { layers.first { if case .snapshot = $0.kind { true } else { false } } }
}

/// Why planes do not show layers of a frame, or nil for layers that they show.
package struct FrameAssignment: Hashable, Sendable {
    package var cursor: LayerRefusal?
    /// The refusals in the order of the frame's layers; a commit contains no refused layer.
    package var layers: [LayerRefusal?]
    /// Whether the layers that are not refused must lie behind the drawn picture and not in front of it.
    package var isBehindPicture = false

    package init(cursor: LayerRefusal? = nil, layers: [LayerRefusal?] = []) {
        self.cursor = cursor
        self.layers = layers
    }

    /// Why no layer is shown, or nil where a layer is shown or there are no layers.
    package var layer: LayerRefusal? { layers.contains { $0 == nil } ? nil : layers.first ?? nil }

    /// An assignment in which planes show nothing of a frame.
    package init(refusing frame: OutputFrame, because reason: LayerRefusal) {
        self.init(cursor: frame.cursor.map { _ in reason }, layers: frame.layers.map { _ in reason })
    }
}

/// What a commit changes in an output's picture.
package enum FramePicture {
    /// No picture is drawn; only planes change, such as for a window's next picture in front of the drawn picture.
    case unchanged
    /// The acquired buffer has been drawn in these pixels, in the viewer's orientation.
    ///
    /// The display shows the buffer after the fence, the end of the drawing. The fence is nil for a complete buffer and
    /// for a buffer whose end of drawing the kernel knows.
    case drawn(damage: Region<OutputSpace>, after: DrawingFence?)
    /// The client's buffer among the frame's layers takes the picture's place, or has other pixels.
    ///
    /// The buffer is held until the screen shows something else.
    case content
}

/// What an output can do while it is enabled.
package struct OutputCapabilities {
    /// The clients' buffers that the output can show, as far as is known without a test; nil for none.
    package var scanoutOffer: ScanoutOffer?
    /// Why the output can show no other output's picture, or nil where that depends on the picture.
    package var snapshotObstacle: LayerRefusal?
    /// The colour depth of the frames that are drawn for the output.
    package var depth = FrameDepth()
    /// Whether the output shows an earlier picture, such as a boot splash, until its first frame.
    package var showsEarlierPicture = false
    /// The number of values in the output's curves, or nil where its colours cannot be changed.
    package var gammaSize: Int?

    package init() {}
}

/// How an output showed its last frame.
package struct OutputState: Hashable, Sendable {
    /// The numbers of the planes that show layers of each kind, the backmost first.
    ///
    /// The plane of `content` shows a client's buffer or the drawn picture. A kind that no plane shows has no numbers.
    package var planes: [OutputLayerKind: [UInt32]] = [:]
    package var timing = TimingState()
    /// The table that makes pictures of the output look as its display shows them, or nil where none is needed.
    package var pictureGamma: GammaTable?

    package init() {}
}

/// The clients' buffers that a display's device can show by itself.
package struct ScanoutOffer: Hashable, Sendable {
    /// The number of the display's device; buffers meant for scanout should be allocated on this device.
    package var device: UInt
    /// The layouts that the output's plane shows.
    package var layouts: Set<PixelLayout>

    package init(device: UInt, layouts: Set<PixelLayout>) {
        self.device = device
        self.layouts = layouts
    }
}
