import Control
import Glibc
import Runtime

/// Values for the status bar as the service takes them: their pictures are open, with the rights of whoever runs the
/// command.
struct OpenedValues {
    private(set) var values: HUDValues
    /// What is to be attached to the request.
    private(set) var files: [OwnedDescriptor] = []

    /// Opens what `values` name by paths; an empty path takes a picture away.
    init(_ values: HUDValues) throws(CommandFailure) {
        self.values = values
        self.values.avatar = try opened(values.avatar, "avatar")
        self.values.background = try opened(values.background, "background")
        if let picture = values.gift?.picture {
            let opened = try opened(.set(picture), "the gift's picture")
            self.values.gift?.picture = if case .set(let file) = opened { file } else { nil }
        }
    }

    private mutating func opened(
        _ setting: HUDValues.Setting<HUDValues.File>, _ key: String
    ) throws(CommandFailure) -> HUDValues.Setting<HUDValues.File> {
        guard case .set(let file) = setting else { return setting }
        guard case .path(let path) = file else { throw CommandFailure("\(key) must be the path of a picture, or null") }
        if path.isEmpty { return .remove }
        do throws(RuntimeError) {
            // The service refuses a pipe or a device: opening one must not wait.
            files.append(try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY))
        } catch {
            throw CommandFailure("cannot read the picture \(path): \(error.reason)")
        }
        return .set(.attached(files.count - 1))
    }
}
