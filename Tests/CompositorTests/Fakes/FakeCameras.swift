import Mirroring

/// Players of cameras that run as long as the test says.
final class FakeCameras: CameraPort {
    weak var cameraObserver: (any CameraObserver)?
    /// The players that run, and what they were started with.
    private(set) var running: [String: [String]] = [:]
    private(set) var opened = 0
    /// Why no player starts; nil where one does.
    var refusal: String?

    func open(_ device: String, as appID: AppID, with command: [String]) -> String? {
        if let refusal { return refusal }
        if running[device] == nil { opened += 1 }
        running[device] = [appID.text] + command
        return nil
    }

    func close(_ device: String) {
        running[device] = nil
    }

    /// A player ends by itself.
    func end(_ device: String) {
        running[device] = nil
        cameraObserver?.cameraEnded(device)
    }
}
