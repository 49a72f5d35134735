import Glibc
import Mirroring
import Runtime

/// The panel's backlight as the kernel shows it: a folder of files in `/sys/class/backlight`.
///
/// If this user may not write the files, logind sets the brightness for the session. Several drivers may offer the same backlight. The
/// kernel's documentation (`ABI/stable/sysfs-class-backlight`) prefers the firmware's to the platform's, and both to that of the hardware
/// itself.
final class SysfsBacklight: BacklightPort {
    private let root: String
    private let session: (any SessionBrightness)?
    /// The level of a backlight without a power switch before it was turned off.
    private var levelBefore: Int?
    private static let kinds = ["firmware", "platform", "raw"]

    init(root: String = "/sys/class/backlight", session: (any SessionBrightness)? = nil) {
        self.root = root
        self.session = session
    }

    var brightness: Brightness? {
        guard let folder, let levels = number("max_brightness", in: folder),
            let level = number("brightness", in: folder)
        else { return nil }
        return Brightness(level: level, of: levels)
    }

    var isWritable: Bool { folder.map { isWritable($0) || session?.isAvailable ?? false } ?? false }

    func set(_ brightness: Brightness, completion: @escaping (String?) -> Void) {
        guard let folder, let levels = number("max_brightness", in: folder), levels > 0 else {
            return completion("the panel has no backlight")
        }
        setLevel(brightness.level(of: levels), in: folder, completion: completion)
    }

    private func setLevel(_ level: Int, in folder: String, completion: @escaping (String?) -> Void) {
        guard !isWritable(folder), let session, session.isAvailable else {
            return completion(write(level, to: "brightness", in: folder))
        }
        session.set(level, of: folder.split(separator: "/").last.map(String.init) ?? "", completion: completion)
    }

    /// Turns the backlight off or on through `bl_power` if that may be written, or else by a brightness of 0.
    func setPower(isOn: Bool) {
        guard let folder else { return }
        let (on, off) = (0, 4)
        guard access("\(folder)/bl_power", W_OK) != 0 else {
            _ = write(isOn ? on : off, to: "bl_power", in: folder)
            return
        }
        guard isWritable else { return }
        if !isOn {
            levelBefore = levelBefore ?? number("brightness", in: folder)
            setLevel(0, in: folder) { _ in }
        } else if let level = levelBefore {
            levelBefore = nil
            // A brightness that somebody has set meanwhile stays.
            if number("brightness", in: folder) == 0 { setLevel(level, in: folder) { _ in } }
        }
    }

    private func isWritable(_ folder: String) -> Bool { access("\(folder)/brightness", W_OK) == 0 }

    /// Returns the reason of a failure, or nil.
    private func write(_ level: Int, to name: String, in folder: String) -> String? {
        let path = "\(folder)/\(name)"
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return "cannot open \(path): \(String(cString: strerror(errno)))" }
        defer { close(file) }
        let text = Array("\(level)\n".utf8)
        guard Glibc.write(file, text, text.count) == text.count else {
            return "cannot write \(path): \(String(cString: strerror(errno)))"
        }
        return nil
    }

    /// The folder of the backlight to use, which may come and go with its driver.
    private var folder: String? {
        let found = SysfsFolder.all(in: root).map { path in
            let kind = SysfsFolder.text("type", in: path).flatMap { Self.kinds.firstIndex(of: $0) } ?? Self.kinds.count
            return (kind: kind, path: path)
        }
        return found.min { ($0.kind, $0.path) < ($1.kind, $1.path) }?.path
    }

    private func number(_ name: String, in folder: String) -> Int? {
        SysfsFolder.text(name, in: folder).flatMap { Int($0) }
    }
}

/// Devices as the kernel shows them: a folder for each device, with a file for each attribute.
enum SysfsFolder {
    /// The paths of the devices of a class, such as `/sys/class/backlight`; they come and go with their drivers.
    static func all(in root: String) -> [String] {
        DirectoryEntry.all(in: root).map(\.name).filter { !$0.hasPrefix(".") }.map { "\(root)/\($0)" }
    }

    /// The first line of an attribute; nil if it cannot be read.
    static func text(_ name: String, in folder: String) -> String? {
        let file = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).prefix { $0 != 10 }, as: UTF8.self)
    }
}
