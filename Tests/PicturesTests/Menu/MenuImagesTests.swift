import Foundation
import Geometry
import Mirroring
import Pictures
import Testing

/// The menu's picture: tiles within the sheet, seen apart, whatever they say.
@Suite struct MenuImagesTests {
    private static let items: [MenuItem] = [
        .mode, .zoom, .pictureInPicture, .mirroring, .blankAll, .command(0), .close,
    ]

    private func scene(
        _ names: String = "Name", count: Int = 7, panel: Size<PanelSpace> = Size(width: 1024, height: 600),
        focus: Int? = nil, isOn: Bool = false, contrast: Contrast = .normal
    ) -> MenuScene {
        let tiles = (0..<count).map { index in
            MenuScene.Tile(
                MenuEntry(Self.items[index], .isOn(isOn)), name: names, value: "State", isFocused: index == focus,
                isPressed: false)
        }
        let grid = MenuGrid(count: count, on: panel, MenuConfiguration(), density: 6.67, size: 1)
        return MenuScene(tiles, in: grid, contrast: contrast)
    }

    private func pixels(_ picture: MenuPicture?) throws -> [UInt32] {
        let buffer = try #require(picture?.buffer as? MemoryBuffer)
        return (0..<buffer.size.height).flatMap { y in (0..<buffer.size.width).map { buffer.row(y)[$0] & 0xFF_FFFF } }
    }

    @Test func tilesLieApartWithinTheSheet() throws {
        let scene = scene()
        let picture = try #require(MenuImages().picture(of: scene))
        #expect(picture.buffer.size == scene.grid.frame.size.reinterpreted())
        #expect(picture.places.count == 7)
        for (index, place) in picture.places.enumerated() {
            #expect(scene.grid.frame.size.reinterpreted(as: OutputSpace.self).bounds.contains(place))
            #expect(Double(min(place.width, place.height)) >= 9 * 6.67)
            for other in picture.places[..<index] { #expect(place.intersection(other).isEmpty) }
        }
    }

    @Test func aHighlightChangesItsTileAlone() throws {
        let images = MenuImages()
        let plain = try pixels(images.picture(of: scene()))
        let picture = images.picture(of: scene(focus: 4))
        let focused = try pixels(picture)
        let place = try #require(picture?.places[4])
        let width = scene().grid.frame.width
        let changed = plain.indices.filter { plain[$0] != focused[$0] }
        #expect(!changed.isEmpty)
        #expect(
            changed.allSatisfy { place.contains(Point(x: Double($0 % width) + 0.5, y: Double($0 / width) + 0.5)) })
    }

    /// The ring takes no room from what is in the tile: texts do not jump, and none is cut.
    @Test func aHighlightMovesNothingInItsTile() throws {
        let images = MenuImages()
        let (plain, focused) = (images.picture(of: scene()), images.picture(of: scene(focus: 4)))
        let place = try #require(plain?.places[4])
        #expect(focused?.places == plain?.places)
        let (before, after) = (try pixels(plain), try pixels(focused))
        let (width, letter) = (scene().grid.frame.width, scene().grid.letter)
        let inner = EdgeMargins(
            top: Int(letter * 0.6), right: Int(letter * 0.6), bottom: Int(letter * 0.6), left: Int(letter * 0.6)
        ).inset(place)
        let changed = (inner.y..<inner.maxY).filter { y in
            (inner.x..<inner.maxX).contains { before[y * width + $0] != after[y * width + $0] }
        }
        #expect(changed.isEmpty && !inner.isEmpty)
    }

    /// A tile alone in the last row has all of it.
    @Test func aLastTileFillsItsRow() throws {
        let scenes = stride(from: 200, to: 700, by: 10).map { scene(panel: Size(width: $0, height: 900)) }
        let two = try #require(scenes.first { $0.grid.columns == 2 })
        let picture = try #require(MenuImages().picture(of: two))
        #expect(picture.places.count == 7)
        let last = try #require(picture.places.last)
        #expect(last.x == picture.places[0].x && last.maxX == picture.places[1].maxX)
    }

    @Test(arguments: ["", "鏡の設定", String(repeating: "wide words ", count: 40), "\u{1F389}", "שלום"])
    func noTextLeavesItsTile(name: String) throws {
        let images = MenuImages()
        let (empty, drawn) = (images.picture(of: scene("")), images.picture(of: scene(name)))
        let (before, after) = (try pixels(empty), try pixels(drawn))
        let width = scene().grid.frame.width
        let places = try #require(drawn?.places)
        for index in before.indices where before[index] != after[index] {
            let point = Point<OutputSpace>(x: Double(index % width) + 0.5, y: Double(index / width) + 0.5)
            guard places.contains(where: { $0.contains(point) }) else {
                Issue.record("a pixel at \(point) between the tiles")
                return
            }
        }
    }

    @Test func whatIsOnAndHighContrastAreSeen() throws {
        let images = MenuImages()
        let pictures = try [
            images.picture(of: scene()), images.picture(of: scene(isOn: true)),
            images.picture(of: scene(contrast: .high)),
        ].map(pixels)
        #expect(Set(pictures).count == 3)
        // Nothing but the strongest contrasts, apart from smoothed edges.
        let plain = pictures[2].filter { [0x00_0000, 0xFF_FFFF].contains($0) }
        #expect(plain.count > pictures[2].count * 9 / 10)
    }

    @Test(arguments: [1, 3, 16, 64])
    func theSmallestPanelsTrapNothing(side: Int) {
        let images = MenuImages()
        #expect(images.picture(of: scene(count: 3, panel: Size(width: side, height: side))) != nil)
        #expect(images.handle(size: Size(width: side, height: 1), contrast: .normal) != nil)
    }

    @Test func theHandleIsSeenOnBlackAndWhite() throws {
        let picture = MenuImages().handle(size: Size(width: 12, height: 60), contrast: .normal)
        let buffer = try #require(picture as? MemoryBuffer)
        // Premultiplied: light in the middle, dark at its edge.
        #expect(buffer.row(30)[6] & 0xFF > 0xB0)
        #expect(buffer.row(30)[0] >> 24 > 0x60 && buffer.row(30)[0] & 0xFF < 0x10)
    }

    /// 48x48 pixels of one red.
    private static let icon = """
        iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAYAAABXAvmHAAAAVUlEQVR4nO3PsQ3AIADAMGBk5v9DWdojOliV4guSefd5xo8tHfBVA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oD2guNCAJ3rjGnpwAAAABJRU5ErkJggg==
        """

    @Test func aProgramsIconTakesThePlaceOfItsSign() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try #require(Data(base64Encoded: Self.icon))
        var large = file
        // The width: 16 MB a row.
        large[17] = 0x40
        for (name, bytes, isShown) in [
            ("icon.png", file, true), ("cut.png", file.prefix(70), false), ("large.png", large, false),
            ("text.png", Data("no picture".utf8), false), ("empty.png", Data(), false),
        ] {
            let path = folder.appendingPathComponent(name).path
            try bytes.write(to: URL(fileURLWithPath: path))
            let images = MenuImages()
            func picture(_ icon: String?) throws -> [UInt32] {
                let tile = MenuScene.Tile(
                    MenuEntry(.launch(0), icon: icon.map(MenuEntry.Icon.file)), name: "Name", value: "",
                    isFocused: false, isPressed: false)
                let scene = MenuScene([tile], in: scene(count: 1).grid, contrast: .normal)
                return try pixels(images.picture(of: scene))
            }
            let (plain, shown) = (try picture(nil), try picture(path))
            #expect(shown.filter { $0 == 0xFA0A14 }.count > (isShown ? 60 : -1), "\(name)")
            #expect((shown == plain) == !isShown, "\(name)")
        }
        #expect(try !pixels(MenuImages().picture(of: scene(count: 1))).contains(0xFA0A14))
    }

    /// Its pixels are not multiplied by alpha, and those of an icon that is not square keep their shape.
    @Test func aWindowsOwnIconTakesThePlaceOfItsSign() throws {
        let size = Size<OutputSpace>(width: 64, height: 32)
        let colors: [UInt32] = [0xFFFA_0A14, 0x80FF_FFFF, 0x00FF_FFFF]
        let shown = try colors.map { color in
            let icon = try #require(WindowIcon(size: size, pixels: Array(repeating: color, count: 64 * 32)))
            let tile = MenuScene.Tile(
                MenuEntry(.window(.content, 1), icon: .window(icon)), name: "", value: "", isFocused: false,
                isPressed: false)
            return try pixels(
                MenuImages().picture(of: MenuScene([tile], in: scene(count: 1).grid, contrast: .normal)))
        }
        let red = shown[0].filter { $0 == 0xFA0A14 }.count
        #expect(red > 60)
        // Where the red is, there is half of white and half of what a transparent icon leaves.
        for (index, pixel) in shown[0].enumerated() where pixel == 0xFA0A14 {
            let (half, ground) = (shown[1][index] & 0xFF, shown[2][index] & 0xFF)
            #expect(abs(Int(half) - (255 + Int(ground)) / 2) <= 2)
        }
        #expect(WindowIcon(size: size, pixels: []) == nil)
        let long = Size<OutputSpace>(width: WindowIcon.longestSide + 1, height: 1)
        #expect(WindowIcon(size: long, pixels: Array(repeating: 0, count: long.width)) == nil)
    }

    /// A question stands above its answers, on the same sheet.
    @Test func aTitleLiesAboveTheTiles() throws {
        for panel in [Size<PanelSpace>(width: 800, height: 480), Size(width: 720, height: 1280)] {
            let grid = MenuGrid(
                count: 3, hasTitle: true, on: panel, MenuConfiguration(), density: 5.25, size: 1)
            let tiles = (0..<3).map {
                MenuScene.Tile(MenuEntry(Self.items[$0]), name: "Name", value: "", isFocused: false, isPressed: false)
            }
            let images = MenuImages()
            let titled = images.picture(of: MenuScene(tiles, in: grid, title: "Which one?", contrast: .normal))
            let other = images.picture(of: MenuScene(tiles, in: grid, title: "This one?", contrast: .normal))
            let places = try #require(titled?.places)
            #expect(places.count == 3 && other?.places == places)
            let top = try #require(places.map(\.y).min())
            #expect(top >= grid.title && panel.bounds.contains(grid.frame))
            let (before, after) = (try pixels(titled), try pixels(other))
            let changed = before.indices.filter { before[$0] != after[$0] }
            #expect(!changed.isEmpty && changed.allSatisfy { $0 / grid.frame.width < top })
        }
    }
}
