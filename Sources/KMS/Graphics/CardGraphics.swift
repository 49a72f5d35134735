import Mirroring

/// The graphics device that draws for displays.
struct CardGraphics {
    let allocator: any GraphicsAllocator
    /// The device's file.
    let device: String
    /// Whether the device draws linear buffers in plain rows that others can read.
    /// A virtual machine's device may draw in the host's memory.
    let drawsLinear: Bool

    /// Whether the device is the card's own, so that both understand a layout alike.
    func isOwn(ofCard card: String) -> Bool { device == card || device == RenderDevice.ownNode(ofCard: card) }

    /// The modifiers in which the device may lay out frames for a card.
    /// A card that is not the device's own shows linear frames only: another driver need not understand implicit or vendor layouts.
    static func modifiers(
        _ layouts: Set<PixelLayout>, of format: ScanoutFormat = .xrgb8888, isOwn: Bool, drawsLinear: Bool
    ) -> Set<UInt64> {
        let all = Set(layouts.filter { $0.format == format.code }.map(\.modifier))
        if isOwn { return all }
        return drawsLinear ? all.intersection([PixelLayout.linear]) : []
    }

    /// Whether a card can show a client's buffer of a layout.
    /// Only the driver that made an implicit layout knows it; another driver may accept the memory and show garbage.
    static func isShown(_ layout: PixelLayout, isOwn: Bool) -> Bool { isOwn || layout.modifier != PixelLayout.implicit }
}
