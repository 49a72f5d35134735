package import Geometry

/// The kind of a layer of an output's frame, which decides the planes that suit the layer.
package enum OutputLayerKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A client's picture or a composed picture.
    case content
    /// A client's picture in front of a composed picture or behind its hole.
    case window
    /// Another output's picture, scaled.
    case snapshot
    /// The pointer, always in front.
    case cursor
}

/// Why a layer is drawn into the output's picture and not shown by a plane.
package enum LayerRefusal: Error, Hashable, Sendable {
    /// The display has no plane for such layers.
    case noPlane
    /// The plane cannot scan out the layer's pixel format.
    case format
    /// The plane cannot scan out the layer's memory layout.
    case modifier
    /// The plane shows only pictures of this size.
    case size(width: Int, height: Int)
    /// Something that belongs in front of the layer is drawn into the output's picture, which the layer would hide.
    case behindPicture
    /// The plane lies in front of another plane that must cover it.
    case order
    /// The layer leaves a part of the screen to other layers, or lets them show through.
    case partial
    /// The hardware refused the combination in a test.
    case hardware
    /// The layer ends at an edge within the screen that a plane would cross, or a part of its picture is not shown.
    case clipped
    /// The layer would show only the black beside a client's picture.
    case blackAlone
    /// The plane would have to rotate or flip the layer.
    case turned
    /// Only the processor can read the layer's memory.
    case memory
    /// The display's device cannot use the layer's memory.
    case foreign
    /// Something else shows the output's picture, which must contain the layer.
    case read
    /// The picture that the screen shows made smaller already contains the layer.
    case inSource
    /// The layer's picture is on no display whose memory could be shared.
    case offScreen
    /// The layer's picture is on a display of another card.
    case otherCard
    /// There is no memory for the buffers that two displays need at the same time.
    case noMemory
    /// The layer is averaged in linear light, which only the renderer does.
    case filter
    /// Another display needs the hardware.
    case yielded
    /// What lies in front of the layer covers much of the screen and keeps changing, so that drawing is quicker.
    case restless
    /// The picture's display composes it from several planes.
    case layered
    /// The display would keep a client's buffers longer than the display that shows the client.
    case slower
    /// The plane cannot convert the layer's colour encoding.
    case encoding
}

extension LayerRefusal: CustomStringConvertible {
    /// The refusal as text for `status` and logs.
    package var description: String {
        switch self {
        case .noPlane: "no plane for it"
        case .format: "the plane lacks its pixel format"
        case .modifier: "the plane lacks its memory layout"
        case .size(let width, let height): "the plane shows \(width)x\(height) alone"
        case .behindPicture: "something drawn lies in front"
        case .order: "the plane lies too far in front"
        case .partial: "it does not fill the screen"
        case .hardware: "the hardware refused it in a test"
        case .clipped: "a part of it is cut off"
        case .blackAlone: "nothing of it is seen but black bars"
        case .turned: "it would have to be turned"
        case .memory: "its pixels are in ordinary memory"
        case .foreign: "the display's device cannot use its memory"
        case .read: "something else shows the screen's picture"
        case .inSource: "it is drawn into the external's picture"
        case .offScreen: "its picture is on no display"
        case .otherCard: "its picture is on another card's display"
        case .noMemory: "there is no memory for more buffers"
        case .slower: "the screen follows less often than the client draws"
        case .filter: "it is averaged in linear light"
        case .yielded: "another display needs the hardware"
        case .restless: "what lies in front keeps changing"
        case .layered: "its picture is on several planes"
        case .encoding: "the plane lacks its colour encoding"
        }
    }
}

extension LayerRefusal {
    /// Why a cursor at `frame` must be drawn into a screen's picture, or nil where the picture allows a plane.
    ///
    /// A plane above the picture is also above `front`, and the edges of `area` do not cut it off.
    package static func ofCursor(
        at frame: Rect<OutputSpace>, within area: Rect<OutputSpace>, of screen: Size<OutputSpace>,
        under front: Region<OutputSpace>
    ) -> LayerRefusal? {
        if !front.intersection(frame).isEmpty { return .behindPicture }
        return area.contains(frame.intersection(screen.bounds)) ? nil : .clipped
    }
}

/// What scales the snapshot.
package enum SnapshotPath: String, Hashable, Sendable, Codable, CaseIterable {
    /// A hardware plane.
    case plane
    case gpu
    case cpu
}
