import Geometry
import Mirroring
import WaylandBinding

/// One client's `zwlr_screencopy_manager_v1`.
final class ScreencopyManager {
    private weak var place: ToolPlace?
    /// The client's session for each screen.
    private var sessions: [CaptureSession] = []

    init(_ place: ToolPlace) {
        self.place = place
    }

    private func capture(
        _ id: NewResource<ZwlrScreencopyFrameV1>, _ session: CaptureSession?, _ region: Rect<ContentSpace>,
        _ overlayCursor: Int32
    ) {
        let object = id.createInert()
        guard object.isAlive else { return }
        guard let session else { return object.sendFailed() }
        let frame = ScreencopyFrame(object, session: session, region: region, hasCursor: overlayCursor != 0)
        object.handler = frame
        frame.begin()
    }

    /// The session for an output: for the main one, the screen that tools act on now.
    private func session(for output: Resource<WlOutput>) -> CaptureSession? {
        guard let output = OutputGlobal.of(output), let copies = copies(of: output) else { return nil }
        sessions.removeAll { $0.copies == nil }
        if let known = sessions.first(where: { $0.copies === copies }) { return known }
        let session = copies.makeSession()
        sessions.append(session)
        return session
    }

    private func copies(of output: OutputGlobal) -> CopyQueue? {
        guard let place else { return nil }
        if output === place.output { return place.current?.attachments[ScreenCapture.self]?.copies }
        if output.isRemoved { return nil }
        return output.attachments.state { DisplayCapture(output, reader: place.outputs.reader) }.copies
    }
}

extension ScreencopyManager: ZwlrScreencopyManagerV1Requests {
    func captureOutput(
        _ resource: Resource<ZwlrScreencopyManagerV1>, frame: NewResource<ZwlrScreencopyFrameV1>, overlayCursor: Int32,
        output: Resource<WlOutput>
    ) {
        let session = session(for: output)
        capture(frame, session, session?.copies?.screen?.size.bounds ?? .zero, overlayCursor)
    }

    func captureOutputRegion(
        _ resource: Resource<ZwlrScreencopyManagerV1>, frame: NewResource<ZwlrScreencopyFrameV1>, overlayCursor: Int32,
        output: Resource<WlOutput>, x: Int32, y: Int32, width: Int32, height: Int32
    ) {
        let region = Rect<LogicalSpace>(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        let session = session(for: output)
        guard !region.isEmpty, let screen = session?.copies?.screen else {
            return capture(frame, session, .zero, overlayCursor)
        }
        capture(frame, session, screen.scale.physical(region).intersection(screen.size.bounds), overlayCursor)
    }
}
