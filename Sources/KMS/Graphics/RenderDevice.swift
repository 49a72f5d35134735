import Glibc
import Runtime

/// The device that clients should draw with.
package struct RenderDevice: Hashable {
    /// Its file, such as `/dev/dri/renderD128`.
    package let path: String
    /// Its device number.
    package let number: UInt
    private let driver: RenderDriver?

    /// Whether everyone may draw with it who can open it, without being known to a display server.
    package var isRenderNode: Bool { driver?.isRenderNode ?? false }

    /// Why clients are better not offered to share their buffers; nil where they are.
    ///
    /// A device that this user cannot open draws nothing here, and says nothing against buffers from elsewhere.
    package var objection: String? {
        guard let driver, !driver.drawsLinear else { return nil }
        let kind = driver.drawsOnHost ? "\(driver.name) with 3D" : driver.name
        return "\(path) (\(kind)) is not known to draw into linear buffers, which the processor can read"
    }

    /// The card's own render node; else any render node, because a display-only card leaves rendering to another
    /// device; else the card itself. Nil if there is none.
    ///
    /// `devices` is the directory of device files.
    package init?(forCard card: String?, devices: String = "/dev/dri", sysfs: String = "/sys") {
        let own = card.flatMap { Self.ownNode(ofCard: $0, devices: devices, sysfs: sysfs) }
        let node = own ?? Self.nodes(in: devices).first.map { "\(devices)/\($0)" }
        guard let path = [node, card].compactMap(\.self).first(where: { Self.deviceNumber($0) != nil }),
            let number = Self.deviceNumber(path)
        else { return nil }
        (self.path, self.number) = (path, number)
        driver = RenderDriver(at: path)
    }

    /// The render node of a card that draws itself; nil for a card that only displays.
    static func ownNode(ofCard card: String, devices: String = "/dev/dri", sysfs: String = "/sys") -> String? {
        deviceNumber(card).flatMap { number in
            nodes(in: "\(sysfs)/dev/char/\(numbers(of: number))/device/drm").first
        }.map { "\(devices)/\($0)" }
    }

    /// The files of the devices that can draw for a seat's cards, the best first: where the external's pixels are, if that card
    /// draws, so that what crosses to another card is as large as the panel; the first card's own, which for one that only
    /// displays is the card itself, for which Mesa finds the device that draws; those of the other cards; any other.
    ///
    /// `devices` is the directory of device files.
    static func candidates(
        forCards cards: [String], external: String?, devices: String = "/dev/dri", sysfs: String = "/sys"
    ) -> [String] {
        func own(_ card: String) -> String? { ownNode(ofCard: card, devices: devices, sysfs: sysfs) }
        guard let first = cards.first else { return [] }
        let best = [external.flatMap(own), own(first) ?? first]
        let others = cards.map(own) + nodes(in: devices).map { "\(devices)/\($0)" }
        return (best + others).reduce(into: []) { found, path in
            if let path, !found.contains(path) { found.append(path) }
        }
    }

    /// Those of `candidates` for which Mesa may find hardware that draws: none where this computer has none, so that Mesa's software
    /// drivers, of some ten megabytes, need not be loaded to find that out. What cannot be asked may.
    static func hardware(among candidates: [String], devices: String = "/dev/dri") -> [String] {
        let nodes = Set(nodes(in: devices).map { "\(devices)/\($0)" })
            .filter { RenderDriver(at: $0)?.isHardware ?? true }
        if nodes.isEmpty { return [] }
        return candidates.filter { nodes.contains($0) || !(RenderDriver(at: $0)?.isRenderNode ?? false) }
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

    static func deviceNumber(_ path: String) -> UInt? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        return status.st_rdev
    }
}
