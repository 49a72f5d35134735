package import Geometry

/// What a layer of an output's frame is, which decides the planes that suit it.
package enum OutputLayerKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A client's picture or a composed one.
    case content
    /// A client's picture in front of a composed one, or behind a hole of that.
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
    /// The plane shows pictures of this size alone.
    case size(width: Int, height: Int)
    /// Something in front of the layer is drawn into the output's picture, which would then hide nothing.
    case behindPicture
    /// The plane lies in front of another that must cover it.
    case order
    /// The layer leaves a part of the screen to others, or lets them show through.
    case partial
    /// The hardware refused the combination in a test.
    case hardware
    /// The layer ends at the edge of something within the screen, and a plane would show it beyond; or a part of its
    /// picture is not shown.
    case clipped
    /// What would be shown of the layer's picture is the black beside a client's.
    case blackAlone
    /// The plane would have to turn or flip the layer.
    case turned
    /// Only the processor can read the layer's memory.
    case memory
    /// The display's device cannot use the layer's memory.
    case foreign
    /// Something else shows the output's picture, in which the layer must be.
    case read
    /// The picture that the screen shows made smaller has the layer in it already.
    case inSource
    /// The layer's picture is on no display, so that none can share its memory.
    case offScreen
    /// The layer's picture is on a display of another card.
    case otherCard
    /// There is no memory for the buffers that two displays at a time need.
    case noMemory
    /// The layer is averaged in linear light, which only the renderer does.
    case filter
    /// Another display needs what the hardware has.
    case yielded
    /// What lies in front of the layer covers much of the screen and keeps changing, which is drawn sooner than put on a plane.
    case restless
    /// The display of the picture puts it together from several planes.
    case layered
    /// The display would keep a client's buffers for longer than the one that shows the client.
    case slower
    /// The plane cannot make the layer's colours of its numbers.
    case encoding
}

extension LayerRefusal: CustomStringConvertible {
    /// For `status` and logs.
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
    /// Why a cursor at `frame` has to be drawn into a screen's picture, as far as the picture itself decides: what is
    /// above the picture is above `front`, too, and is not cut off at the edges of `area`.
    package static func ofCursor(
        at frame: Rect<OutputSpace>, within area: Rect<OutputSpace>, of screen: Size<OutputSpace>,
        under front: Region<OutputSpace>
    ) -> LayerRefusal? {
        if !front.intersection(frame).isEmpty { return .behindPicture }
        return area.contains(frame.intersection(screen.bounds)) ? nil : .clipped
    }
}

/// How the snapshot is made.
package enum SnapshotPath: String, Hashable, Sendable, Codable, CaseIterable {
    /// A hardware plane scales it.
    case plane
    case gpu
    case cpu
}
