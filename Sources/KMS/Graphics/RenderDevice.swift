import Glibc
import Runtime

/// The device that clients should draw with.
package struct RenderDevice: Hashable {
    /// The device's file, such as `/dev/dri/renderD128`.
    package let path: String
    /// The device's number.
    package let number: UInt
    private let driver: RenderDriver?

    /// Whether everyone who can open the device may draw with it, without authentication by a display server.
    package var isRenderNode: Bool { driver?.isRenderNode ?? false }

    /// Why clients should not be offered to share buffers of the device; nil if they should.
    ///
    /// A device that this user cannot open raises no objection: it draws nothing here, and clients may share buffers of other devices.
    package var objection: String? {
        guard let driver, !driver.drawsLinear else { return nil }
        let kind = driver.drawsOnHost ? "\(driver.name) with 3D" : driver.name
        return "\(path) (\(kind)) is not known to draw into linear buffers, which the processor can read"
    }

    /// Picks the device for a card's clients; nil if there is none.
    ///
    /// The card's own render node comes first. Any other render node comes second, because a display-only card leaves rendering to another
    /// device. The card itself comes last. `devices` is the directory of device files.
    package init?(forCard card: String?, devices: String = "/dev/dri", sysfs: String = "/sys") {
        let own = card.flatMap { Self.ownNode(ofCard: $0, devices: devices, sysfs: sysfs) }
        let node = own ?? Self.nodes(in: devices).first.map { "\(devices)/\($0)" }
        guard let path = [node, card].compactMap(\.self).first(where: { Self.deviceNumber($0) != nil }),
            let number = Self.deviceNumber(path)
        else { return nil }
        (self.path, self.number) = (path, number)
        driver = RenderDriver(at: path)
    }

    /// The render node of a card that can draw; nil for a display-only card.
    static func ownNode(ofCard card: String, devices: String = "/dev/dri", sysfs: String = "/sys") -> String? {
        deviceNumber(card).flatMap { number in
            nodes(in: "\(sysfs)/dev/char/\(numbers(of: number))/device/drm").first
        }.map { "\(devices)/\($0)" }
    }

    /// The files of the devices that can draw for a seat's cards, without duplicates, the best first.
    ///
    /// 1. The render node of the external's card: only panel-sized pictures then cross to another card.
    /// 2. The first card's render node, or the card itself if it has none, because Mesa finds the device that draws for it.
    /// 3. The render nodes of the other cards.
    /// 4. Any other render node.
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

    /// The candidates for which Mesa may find hardware that draws; a device that cannot be asked counts as hardware.
    ///
    /// Empty if the computer has no such hardware. Otherwise Mesa would load software drivers of some ten megabytes to find that out.
    static func hardware(among candidates: [String], devices: String = "/dev/dri") -> [String] {
        let nodes = Set(nodes(in: devices).map { "\(devices)/\($0)" })
            .filter { RenderDriver(at: $0)?.isHardware ?? true }
        if nodes.isEmpty { return [] }
        return candidates.filter { nodes.contains($0) || !(RenderDriver(at: $0)?.isRenderNode ?? false) }
    }

    /// The device's major and minor number, unpacked as the C library packs them (`gnu_dev_makedev`).
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
