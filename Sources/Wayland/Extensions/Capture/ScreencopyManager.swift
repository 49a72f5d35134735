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

    private func capture(_ id: NewResource<ZwlrScreencopyFrameV1>, _ region: Rect<ContentSpace>, _ overlayCursor: Int32)
    {
        let object = id.createInert()
        guard object.isAlive else { return }
        guard let session else { return object.sendFailed() }
        let frame = ScreencopyFrame(object, session: session, region: region, hasCursor: overlayCursor != 0)
        object.handler = frame
        frame.begin()
    }

    /// The session for the screen that tools act on now.
    private var session: CaptureSession? {
        guard let capture = place?.current?.attachments[ScreenCapture.self] else { return nil }
        sessions.removeAll { $0.capture == nil }
        if let known = sessions.first(where: { $0.capture === capture }) { return known }
        let session = capture.makeSession()
        sessions.append(session)
        return session
    }

    private var screen: LogicalScreen? { session?.capture?.screen }
}

extension ScreencopyManager: ZwlrScreencopyManagerV1Requests {
    func captureOutput(
        _ resource: Resource<ZwlrScreencopyManagerV1>, frame: NewResource<ZwlrScreencopyFrameV1>, overlayCursor: Int32,
        output: Resource<WlOutput>
    ) {
        capture(frame, screen?.size.bounds ?? .zero, overlayCursor)
    }

    func captureOutputRegion(
        _ resource: Resource<ZwlrScreencopyManagerV1>, frame: NewResource<ZwlrScreencopyFrameV1>, overlayCursor: Int32,
        output: Resource<WlOutput>, x: Int32, y: Int32, width: Int32, height: Int32
    ) {
        let region = Rect<LogicalSpace>(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        guard !region.isEmpty, let screen else { return capture(frame, .zero, overlayCursor) }
        capture(frame, screen.scale.physical(region).intersection(screen.size.bounds), overlayCursor)
    }
}
