import Glibc
import Runtime

/// Devices as the kernel shows them: a folder each, with a file for each attribute.
enum SysfsFolder {
    /// The paths of the devices of a class, such as `/sys/class/backlight`; they come and go with their drivers.
    static func all(in root: String) -> [String] {
        DirectoryEntry.all(in: root).map(\.name).filter { !$0.hasPrefix(".") }.map { "\(root)/\($0)" }
    }

    /// The first line of an attribute; nil where it cannot be read.
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
