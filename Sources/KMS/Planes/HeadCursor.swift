import CDRM
import Geometry
import Mirroring

/// The cursor of a head: the plane that was found for it, or why there is none.
///
///     unknown -- the tables and a test commit --> plane -- a commit is refused --> refused
///                                            \-> refused -- other outputs use other planes --> unknown
final class HeadCursor {
    /// What the plane shows from the next commit on; nil for nothing.
    var layer: CursorLayer?
    private(set) var plane: PicturePlane?
    private var refusal: LayerRefusal?
    private let scanout: CursorScanout

    init(_ scanout: CursorScanout) {
        self.scanout = scanout
    }

    /// Why cursors of this size cannot be shown; nil where they can.
    func refusal(of size: Size<OutputSpace>, limit: PlaneSize) -> LayerRefusal? {
        let turned: Size<ScanoutSpace> = scanout.transform.apply(to: size)
        if turned.width > limit.width || turned.height > limit.height {
            return .size(width: limit.width, height: limit.height)
        }
        return refusal
    }

    /// Whether no plane has been looked for since something changed.
    var isUnknown: Bool { plane == nil && refusal == nil }

    /// Whether a plane was found in the tables and refused by the hardware.
    var isRefusedByHardware: Bool { refusal == .hardware }

    /// Looks for a plane among `free` ones, with at most one test commit for each that the tables allow.
    func look(among free: [Plane], on crtc: CRTC, size: PlaneSize, file: DRMFile) {
        let place = Rect<ScanoutSpace>(x: 0, y: 0, width: size.width, height: size.height)
        let layer = PlaneAllocation.Layer(
            kind: .cursor,
            layout: PixelLayout(format: ScanoutFormat.argb8888.code, modifier: PixelLayout.linear), size: size,
            destination: place, isOpaque: false)
        let allocation = PlaneAllocation(planes: free.map(\.limits), crtc: crtc.index)
        let screen: Size<ScanoutSpace> = scanout.transform.apply(to: scanout.screen)
        var tried: PicturePlane?
        let paths = allocation.place([layer], on: screen.bounds) { placements in
            guard let plane = free.first(where: { $0.id == placements.first?.plane }) else { return false }
            tried = try? PicturePlane(plane: plane, crtc: crtc, scanout: scanout, size: size, file: file)
            guard let tried, var request = AtomicRequest() else { return false }
            tried.addTrial(to: &request)
            return request.testFlip(file) == 0
        }
        switch paths.first {
        case .plane?: plane = tried
        case .composed(let found)?: refusal = found
        case nil: refusal = .noPlane
        }
    }

    /// Other outputs use other planes now: what was refused may be possible.
    func reconsider() {
        refusal = nil
    }

    /// The head is on another CRTC, and the plane was turned off on the way.
    func pipeChanged() {
        plane = nil
        refusal = nil
    }

    /// Adds what has changed to a request; returns whether that is anything.
    func add(to request: inout AtomicRequest) throws(KMSError) -> Bool {
        do throws(KMSError) {
            return try plane?.add(refusal == nil ? layer : nil, to: &request) ?? false
        } catch {
            refusal = .hardware
            throw error
        }
    }

    /// A commit with what was added has failed: from now on cursors are refused, unless another reason is known.
    func failed(_ errorNumber: CInt) {
        if KMSError.blamesLayers(errorNumber) { refusal = .hardware }
    }
}
