import Control
import Glibc
import Runtime

/// Values for the status bar with their pictures opened, with the rights of the command's user.
struct OpenedValues {
    private(set) var values: HUDValues
    /// The descriptors to attach to the request.
    private(set) var files: [OwnedDescriptor] = []

    /// Opens the paths in `values`; an empty path removes a picture.
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
            // Opening a pipe or a device, which the service refuses, must not block.
            files.append(try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY))
        } catch {
            throw CommandFailure("cannot read the picture \(path): \(error.reason)")
        }
        return .set(.attached(files.count - 1))
    }
}
