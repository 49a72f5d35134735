import Mirroring

/// The graphics device that draws for displays.
struct CardGraphics {
    let allocator: any GraphicsAllocator
    /// Its file.
    let device: String
    /// Whether others find rows in its memory where it has drawn rows. A virtual machine's device may draw in the host's memory.
    let drawsLinear: Bool

    /// Whether the device is the card's own, so that both understand the same by a layout.
    func isOwn(ofCard card: String) -> Bool { device == card || device == RenderDevice.ownNode(ofCard: card) }

    /// The modifiers in which the device may lay out frames. A layout that a driver keeps to itself means nothing to another
    /// device's; neither do those of a vendor.
    static func modifiers(
        _ layouts: Set<PixelLayout>, of format: ScanoutFormat = .xrgb8888, isOwn: Bool, drawsLinear: Bool
    ) -> Set<UInt64> {
        let all = Set(layouts.filter { $0.format == format.code }.map(\.modifier))
        if isOwn { return all }
        return drawsLinear ? all.intersection([PixelLayout.linear]) : []
    }

    /// Whether a card can show what a client has drawn in a layout: an implicit one is known to the driver alone that made it, even
    /// where another takes the memory and shows something else.
    static func isShown(_ layout: PixelLayout, isOwn: Bool) -> Bool { isOwn || layout.modifier != PixelLayout.implicit }
}
