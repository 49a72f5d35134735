import Glibc
import KagamiCommands
import Mirroring
import Runtime

/// Starts and ends the players that show cameras, beside the hosted application.
final class CameraPlayers: CameraPort {
    weak var cameraObserver: (any CameraObserver)?
    private let launched: LaunchedApplications
    private var players: [String: CInt] = [:]

    init(_ launched: LaunchedApplications) {
        self.launched = launched
    }

    func open(_ device: String, as appID: AppID, with command: [String]) -> String? {
        guard players[device] == nil else { return nil }
        guard access(device, R_OK | W_OK) == 0 else { return Self.refusal(device, errno) }
        let words = command.map {
            $0.replacing("{device}", with: device).replacing("{app_id}", with: appID.text)
        }
        do throws(CommandFailure) {
            players[device] = try launched.launch(words, in: .content) { [weak self] in self?.ended(device) }
            return nil
        } catch {
            return error.description
        }
    }

    func close(_ device: String) {
        guard let processID = players.removeValue(forKey: device) else { return }
        launched.terminate(processID)
    }

    private func ended(_ device: String) {
        guard players.removeValue(forKey: device) != nil else { return }
        cameraObserver?.cameraEnded(device)
    }

    private static func refusal(_ device: String, _ errorNumber: CInt) -> String {
        let reason = "cannot open the camera \(device.printable): \(String(cString: strerror(errorNumber)))"
        return switch errorNumber {
        case EACCES, EPERM: "\(reason); add your user to the group video"
        case ENOENT: "\(reason); is it plugged in?"
        default: reason
        }
    }
}
