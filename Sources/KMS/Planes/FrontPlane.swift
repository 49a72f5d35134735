import CDRM
import Geometry
import Mirroring

/// The plane of a head that shows what lies above one of its layers.
final class FrontPlane {
    /// A picture on a plane; nil for a test of the plane alone.
    struct Wanted {
        let plane: PicturePlane
        let layer: CursorLayer?
    }

    /// The one that shows such a picture, or did.
    private var current: PicturePlane?
    /// Those before it, whose framebuffers are on screen until the next flip.
    private var old: [PicturePlane] = []
    /// The one of the last test.
    private var tried: PicturePlane?

    /// The plane that is on.
    var plane: Plane? { current?.shownOn }

    /// The plane for a place and a size: the one that is shown or was tried, if it is alike; throws without memory for its
    /// framebuffer.
    func plane(
        for placement: SnapshotAllocation.Placement, size: PlaneSize, make: () throws(KMSError) -> PicturePlane
    ) throws(KMSError) -> PicturePlane {
        let size = Size<ScanoutSpace>(width: size.width, height: size.height)
        for made in [current, tried].compactMap(\.self)
        where made.plane.id == placement.plane && made.depth == placement.depth && made.size == size {
            return made
        }
        let made = try make()
        tried = made
        return made
    }

    /// Adds what differs from what is shown; returns whether that is anything. `committed` must follow a commit.
    func add(_ wanted: Wanted?, to request: inout AtomicRequest) -> Bool {
        var isChanged = false
        if let shown = current, shown !== wanted?.plane, shown.isOn {
            if shown.plane.id != wanted?.plane.plane.id {
                isChanged = (try? shown.add(nil, to: &request)) ?? false
            }
            old.append(shown)
        }
        if let wanted {
            current = wanted.plane
            // Without memory for the picture, the one before it stays for this frame.
            isChanged = (try? wanted.plane.add(wanted.layer, to: &request)) ?? false || isChanged
        }
        return isChanged
    }

    /// Adds what a test of another plane for the picture comes to, or of none.
    func addTrial(of wanted: Wanted?, to request: inout AtomicRequest) {
        if let plane, plane.id != wanted?.plane.plane.id { request.turnOff(plane) }
        wanted?.plane.addTrial(to: &request)
    }

    /// What was added is on its way to the screen.
    func committed() {
        current?.committed()
        for plane in old { plane.committed() }
    }

    /// What was committed is on screen.
    func flipped() {
        old = []
    }

    /// The plane has been turned off, whatever it showed.
    func turnedOff() {
        (current, tried, old) = (nil, nil, [])
    }
}
