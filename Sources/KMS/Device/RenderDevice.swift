import Glibc
import Runtime

/// Finds the render node for clients.
package enum RenderDevice {
    /// The device number of the card's own render node; else of any render node, because a display-only card leaves
    /// rendering to another device; else of the card itself. Nil if there is none.
    ///
    /// `devices` is the directory of device files.
    package static func number(forCard card: String?, devices: String = "/dev/dri", sysfs: String = "/sys") -> UInt? {
        let cardNumber = card.flatMap(deviceNumber)
        let own = cardNumber.flatMap { number in
            nodes(in: "\(sysfs)/dev/char/\(numbers(of: number))/device/drm").first
        }
        let node = own ?? nodes(in: devices).first
        return node.flatMap { deviceNumber("\(devices)/\($0)") } ?? cardNumber
    }

    /// The major and minor number, packed as the C library packs them (`gnu_dev_makedev`).
    private static func numbers(of device: UInt) -> String {
        let major = device >> 8 & 0xfff | device >> 32 & ~0xfff
        let minor = device & 0xff | device >> 12 & ~0xff
        return "\(major):\(minor)"
    }

    /// The names of the render nodes in a directory, sorted.
    private static func nodes(in folder: String) -> [String] {
        DirectoryEntry.all(in: folder).map(\.name).filter { $0.hasPrefix("renderD") }.sorted()
    }

    private static func deviceNumber(_ path: String) -> UInt? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        return status.st_rdev
    }
}
