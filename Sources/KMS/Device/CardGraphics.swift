import Mirroring

/// The graphics device that draws for displays.
struct CardGraphics {
    let allocator: any GraphicsAllocator
    /// Its file.
    let device: String

    /// The memory for frames that the plane of `way` shows; nil where it shows none that the device makes.
    func memory(for way: ModesetRequest, on hardware: CardHardware) -> GraphicsMemory? {
        guard way.format.isDrawn else { return nil }
        let card = hardware.file.path
        let modifiers = Self.modifiers(
            way.pipe.plane.limits.layouts, of: way.format,
            isOwn: device == card || device == RenderDevice.ownNode(ofCard: card))
        guard !modifiers.isEmpty else { return nil }
        return GraphicsMemory(allocator: allocator, modifiers: modifiers, isModified: hardware.takesModifiers)
    }

    /// The modifiers in which the device may lay out frames. A layout that a driver keeps to itself means nothing to another
    /// device's; neither do those of a vendor.
    static func modifiers(
        _ layouts: Set<PixelLayout>, of format: ScanoutFormat = .xrgb8888, isOwn: Bool
    ) -> Set<UInt64> {
        let all = Set(layouts.filter { $0.format == format.code }.map(\.modifier))
        return isOwn ? all : all.intersection([PixelLayout.linear])
    }
}
