import CCairo
package import Geometry
package import Mirroring

/// Draws the panel menu and its handle.
package final class MenuImages: MenuPort {
    /// Created on first use, because most services never show a menu.
    private(set) lazy var renderer = HUDRenderer()
    private let icons: ProgramIcons

    package var iconCame: (() -> Void)? {
        get { icons.came }
        set { icons.came = newValue }
    }

    /// `drawings` decodes SVG files as icons; without it, those are not shown.
    package init(drawings: ImageQueue? = nil) {
        icons = ProgramIcons(drawings: drawings)
    }

    package func picture(of scene: MenuScene) -> MenuPicture? {
        let size = scene.grid.frame.size.reinterpreted(as: OutputSpace.self)
        guard let renderer, let buffer = MemoryBuffer(size: size.reinterpreted()),
            let canvas = Canvas(drawingInto: buffer)
        else { return nil }
        let colors = MenuColors(scene.contrast)
        let boxes = MenuBoxes(scene: scene, colors: colors)
        let root = boxes.layout.placed(at: size)
        draw(root, on: canvas, renderer)
        let places = boxes.places(in: root)
        for (tile, place) in zip(scene.tiles, places) {
            guard let sign = MenuBoxes.sign(in: place)?.inner else { continue }
            let side = Double(min(sign.width, sign.height))
            let (x, y) = (
                Double(sign.x) + (Double(sign.width) - side) / 2, Double(sign.y) + (Double(sign.height) - side) / 2
            )
            if let icon = tile.entry.icon, icons.draw(icon, on: canvas, x: x, y: y, side: side) { continue }
            MenuIcon(tile.entry).draw(on: canvas, colors.tile(tile).text, x: x, y: y, side: side)
        }
        cairo_surface_flush(canvas.surface)
        return MenuPicture(buffer: buffer, places: places.map(\.rect))
    }

    func draw(_ box: PlacedBox, on canvas: Canvas, _ renderer: HUDRenderer) {
        renderer.fill(box, on: canvas)
        if let element = box.element, !element.label.isEmpty {
            renderer.draw(.text(element.label), of: box, on: canvas)
        }
        for child in box.children { draw(child, on: canvas, renderer) }
    }

    package func handle(size: Size<PanelSpace>, contrast: Contrast) -> (any Buffer)? {
        let size = size.reinterpreted(as: OutputSpace.self)
        guard let canvas = Canvas(transparent: size) else { return nil }
        let look = HandleLook(contrast)
        let line = max(1, min(size.width, size.height) / 8)
        let radius = Double(min(size.width, size.height)) / 2
        canvas.fill(size.bounds, look.edge, radius: radius)
        let inner = Rect<OutputSpace>(
            x: line, y: line, width: size.width - 2 * line, height: size.height - 2 * line)
        cairo_set_operator(canvas.context, CAIRO_OPERATOR_SOURCE)
        canvas.fill(inner, look.ground, radius: max(0, radius - Double(line)))
        cairo_surface_flush(canvas.surface)
        return canvas.buffer
    }
}

/// The handle's colours: light with a dark edge, so that it is visible on everything.
private struct HandleLook {
    let ground: HUDColor
    let edge: HUDColor

    init(_ contrast: Contrast) {
        switch contrast {
        case .normal:
            ground = HUDColor(0xFFFFFF, alpha: 200)
            edge = HUDColor(0x000000, alpha: 180)
        case .high:
            ground = HUDColor(0xFFFFFF)
            edge = HUDColor(0x000000)
        }
    }
}
