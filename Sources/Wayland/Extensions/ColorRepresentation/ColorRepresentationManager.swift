import Mirroring
import Runtime
import WaylandBinding

/// `wp_color_representation_manager_v1`: lets clients say how the samples of their films are encoded.
final class ColorRepresentationManager: WpColorRepresentationManagerV1Requests {
    typealias Wire = WpColorRepresentationSurfaceV1

    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        let manager = ColorRepresentationManager()
        return try Global<WpColorRepresentationManagerV1>(content.display, version: 1) { resource in
            manager.bound(resource)
            return manager
        }
    }

    /// The encodings that every renderer can draw. Planes may support fewer; what they do not support is drawn.
    static let supported:
        [(coefficients: Wire.Coefficients, range: Wire.Range, meaning: ColorRepresentation.Coefficients)] =
            [(.identity, .full, .identity)]
            + [(Wire.Coefficients.bt601, YUVEncoding.Matrix.bt601), (.bt709, .bt709), (.bt2020, .bt2020)].flatMap {
                [
                    ($0, Wire.Range.full, .film(YUVEncoding($1, isFullRange: true))),
                    ($0, .limited, .film(YUVEncoding($1))),
                ]
            }

    private func bound(_ resource: Resource<WpColorRepresentationManagerV1>) {
        resource.sendSupportedAlphaMode(alphaMode: .premultipliedElectrical)
        for kind in Self.supported {
            resource.sendSupportedCoefficientsAndRanges(
                coefficients: kind.coefficients, range: kind.range)
        }
        resource.sendDone()
    }

    func getSurface(
        _ resource: Resource<WpColorRepresentationManagerV1>, id: NewResource<WpColorRepresentationSurfaceV1>,
        surface: Resource<WlSurface>
    ) {
        guard let surface = Surface.of(surface) else { return }
        if surface.attachments[SurfaceRepresentation.self] != nil {
            return resource.post(
                WpColorRepresentationManagerV1.ErrorCode.surfaceExists, "the surface already has a representation")
        }
        let object = id.createInert()
        guard object.isAlive else { return }
        let representation = SurfaceRepresentation(object, surface)
        object.handler = representation
        surface.attach(representation, until: object)
    }
}

/// A surface's `wp_color_representation_surface_v1`.
private final class SurfaceRepresentation: WpColorRepresentationSurfaceV1Requests {
    private typealias ErrorCode = WpColorRepresentationSurfaceV1.ErrorCode

    private let resource: Resource<WpColorRepresentationSurfaceV1>
    private weak var surface: Surface?
    private var state = ColorRepresentation()

    init(_ resource: Resource<WpColorRepresentationSurfaceV1>, _ surface: Surface) {
        self.resource = resource
        self.surface = surface
    }

    func setAlphaMode(_ resource: Resource<WpColorRepresentationSurfaceV1>, alphaMode: UInt32) {
        guard isUsable else { return }
        // The renderers blend no other mode, so there is no state to keep.
        if WpColorRepresentationSurfaceV1.AlphaMode(rawValue: alphaMode) != .premultipliedElectrical {
            resource.post(ErrorCode.alphaMode, "alpha mode \(alphaMode) is not supported")
        }
    }

    func setCoefficientsAndRange(
        _ resource: Resource<WpColorRepresentationSurfaceV1>, coefficients: UInt32, range: UInt32
    ) {
        guard isUsable else { return }
        let kind = ColorRepresentationManager.supported.first {
            $0.coefficients.rawValue == coefficients && $0.range.rawValue == range
        }
        guard let kind else {
            return resource.post(
                ErrorCode.coefficients, "coefficients \(coefficients) in range \(range) are not supported")
        }
        state.coefficients = kind.meaning
        surface?.pending.update.representation = state
    }

    func setChromaLocation(_ resource: Resource<WpColorRepresentationSurfaceV1>, chromaLocation: UInt32) {
        guard isUsable else { return }
        guard let wanted = WpColorRepresentationSurfaceV1.ChromaLocation(rawValue: chromaLocation) else {
            return resource.post(ErrorCode.pixelFormat, "\(chromaLocation) is no location of colours")
        }
        state.location = ChromaLocation(wanted)
        surface?.pending.update.representation = state
    }

    func destroy(_ resource: Resource<WpColorRepresentationSurfaceV1>) {
        guard let surface, surface.isAlive else { return }
        surface.pending.update.representation = ColorRepresentation()
    }

    /// Whether the surface still exists. If not, the client gets a protocol error.
    private var isUsable: Bool {
        if let surface, surface.isAlive { return true }
        resource.post(ErrorCode.inert, "the surface is destroyed")
        return false
    }
}

extension SurfaceRepresentation: SurfaceExtension {
    func representationFailed(_ misfit: ColorRepresentation.Misfit) {
        let message =
            switch misfit {
            case .coefficients: "the buffer's format does not have these coefficients"
            case .chromaLocation: "the buffer's format has no colours that stand for four pixels"
            }
        resource.post(ErrorCode.pixelFormat, message)
    }
}

extension ChromaLocation {
    fileprivate init(_ wire: WpColorRepresentationSurfaceV1.ChromaLocation) {
        switch wire {
        case .type0: self = .left
        case .type1: self = .center
        case .type2: self = .topLeft
        case .type3: self = .top
        case .type4: self = .bottomLeft
        case .type5: self = .bottom
        }
    }
}
