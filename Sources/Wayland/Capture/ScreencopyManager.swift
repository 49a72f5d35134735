import Geometry

/// One client's `zwlr_screencopy_manager_v1`.
final class ScreencopyManager {
    private let session: CaptureSession

    init(_ session: CaptureSession) {
        self.session = session
    }

    private func capture(_ id: NewResource<ZwlrScreencopyFrameV1>, _ region: Rect<ExternalSpace>) {
        let object = id.createInert()
        guard object.isAlive else { return }
        let frame = ScreencopyFrame(object, session: session, region: region)
        object.handler = frame
        frame.begin()
    }

    private var screen: Rect<ExternalSpace> { session.capture?.screen?.size.bounds ?? .zero }
}

extension ScreencopyManager: ZwlrScreencopyManagerV1Requests {
    /// The cursor is part of the picture that the screen shows, so that it is always copied along.
    func captureOutput(
        _ resource: Resource<ZwlrScreencopyManagerV1>, frame: NewResource<ZwlrScreencopyFrameV1>, overlayCursor: Int32,
        output: Resource<WlOutput>
    ) {
        capture(frame, screen)
    }

    func captureOutputRegion(
        _ resource: Resource<ZwlrScreencopyManagerV1>, frame: NewResource<ZwlrScreencopyFrameV1>, overlayCursor: Int32,
        output: Resource<WlOutput>, x: Int32, y: Int32, width: Int32, height: Int32
    ) {
        let region = Rect<LogicalSpace>(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        guard !region.isEmpty, let scale = session.capture?.screen?.scale else { return capture(frame, .zero) }
        capture(frame, scale.physical(region).intersection(screen))
    }
}
