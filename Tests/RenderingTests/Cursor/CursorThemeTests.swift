import Foundation
import Geometry
import Mirroring
import Testing

@testable import Rendering

@Suite final class CursorThemeTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kagami-cursors-\(UUID())").path

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test(arguments: [(1.0, 24, 0x11), (2.0, 48, 0x22), (1.5, 36, 0x22), (4.0, 96, 0x22), (0.5, 12, 0x11)])
    func thePictureSuitsTheScale(scale: Double, side: Int, blue: UInt32) throws {
        try write("Plain/cursors/left_ptr", Self.file(sizes: [(24, 0xff00_0011), (48, 0xff00_0022)]))
        let renderer = renderer("Plain")
        let cursor = renderer.cursor(named: "default", scale: try #require(Scale(scale)))
        #expect(cursor.source.size == Size(width: side, height: side))
        #expect(try words(of: cursor.source)[side * side / 2 + side / 2] & 255 == blue)
        #expect(cursor.hotspot == Point(x: (scale * 3).rounded(), y: (scale * 6).rounded()))
    }

    @Test(arguments: [
        ("default", "arrow"), ("wait", "watch"), ("not-allowed", "crossed_circle"), ("help", "question_arrow"),
        ("grab", "openhand"), ("progress", "left_ptr_watch"), ("pointer", "hand2"), ("text", "xterm"),
        ("ns-resize", "sb_v_double_arrow"), ("e-resize", "right_side"), ("w-resize", "ew-resize"),
        ("nwse-resize", "size_fdiag"), ("grabbing", "grabbing"),
    ])
    func cursorsHaveTheirOlderNames(cssName: String, file: String) throws {
        try write("Old/cursors/\(file)", Self.file(sizes: [(24, 0xff12_3456)]))
        let pixels = try words(of: renderer("Old").cursor(named: cssName, scale: .one).source)
        #expect(pixels.allSatisfy { $0 == 0xff12_3456 })
    }

    @Test func themesInheritAndTheDefaultServesForTheRest() throws {
        try write("Child/index.theme", Array("[Icon Theme]\nName = Child\nInherits = Parent, ../evil;Child".utf8))
        try write("Parent/index.theme", Array("[Icon Theme]\nInherits=Child".utf8))
        try write("Child/cursors/text", Self.file(sizes: [(24, 0xff00_0001)]))
        try write("Parent/cursors/text", Self.file(sizes: [(24, 0xff00_0002)]))
        try write("Parent/cursors/watch", Self.file(sizes: [(24, 0xff00_0003)]))
        try write("default/cursors/wait", Self.file(sizes: [(24, 0xff00_0004)]))
        try write("default/cursors/help", Self.file(sizes: [(24, 0xff00_0005)]))
        let renderer = renderer("Child")
        for (name, pixel) in [("text", 0xff00_0001), ("wait", 0xff00_0003), ("help", 0xff00_0005)] as [(_, UInt32)] {
            #expect(try words(of: renderer.cursor(named: name, scale: .one).source).first == pixel)
        }
        let own = CursorPixels(.crosshair, scale: 1)
        #expect(try words(of: renderer.cursor(named: "crosshair", scale: .one).source) == words(of: own.image))
    }

    @Test func theConfigurationWinsOverTheEnvironment() throws {
        for name in ["One", "Two"] {
            try write("\(name)/cursors/left_ptr", Self.file(sizes: [(24, name == "One" ? 0xff00_0001 : 0xff00_0002)]))
        }
        let environment = ["XCURSOR_PATH": folder, "XCURSOR_THEME": "One", "XCURSOR_SIZE": "12"]
        func shown(_ configuration: PointerConfiguration) throws -> (side: Int, pixel: UInt32?) {
            let renderer = PixmanRenderer(
                threads: 1, cursors: CursorTheme(configuration, environment: environment))
            let source = renderer.cursor(named: "default", scale: .one).source
            return (source.size.width, try words(of: source).first)
        }
        #expect(try shown(PointerConfiguration()) == (12, 0xff00_0001))
        var configuration = PointerConfiguration()
        (configuration.theme, configuration.size) = ("Two", 48)
        #expect(try shown(configuration) == (48, 0xff00_0002))
    }

    @Test(arguments: ["huge", "-3", "100000", ""])
    func anUnusableSizeIsNone(size: String) {
        #expect(CursorTheme(PointerConfiguration(), environment: ["XCURSOR_SIZE": size]).size == 24)
    }

    @Test func ownPicturesFollowTheSizeToo() {
        let renderer = PixmanRenderer(threads: 1, cursors: CursorTheme(size: 36))
        #expect(renderer.cursor(named: "default", scale: Scale(in120ths: 240)).source.size.width == 72)
    }

    @Test func brokenFilesLeaveTheOwnPicture() throws {
        let whole = Self.file(sizes: [(24, 0xff00_0011), (48, 0xff00_0022)])
        let own = try words(of: CursorPixels(.arrow, scale: 1).image)
        // All headers, and the middle of the pixels.
        for length in Array(0..<80) + [1000, 5000, whole.count - 48 * 48 * 4 - 1] {
            try write("Broken/cursors/left_ptr", Array(whole.prefix(length)))
            let shown = try words(of: renderer("Broken").cursor(named: "default", scale: .one).source)
            #expect(shown == own || shown.allSatisfy { $0 == 0xff00_0011 })
        }
    }

    @Test func strangeNumbersNeverTrap() throws {
        let whole = Self.file(sizes: [(24, 0xff00_0011)])
        for word in 0..<(16 + 12 + 36) / 4 {
            for value: UInt32 in [0, 1, 25, 0x7fff_ffff, 0x8000_0000, 0xffff_fffc, 0xffff_ffff] {
                var bytes = whole
                bytes.replaceSubrange(word * 4..<word * 4 + 4, with: Self.bytes(value))
                try write("Broken/cursors/left_ptr", bytes)
                let cursor = renderer("Broken").cursor(named: "default", scale: .one)
                #expect(cursor.source.size.bounds.contains(cursor.hotspot.reinterpreted()))
            }
        }
    }

    @Test func coloursAreNoBrighterThanTheirAlpha() throws {
        try write("Bright/cursors/left_ptr", Self.file(sizes: [(24, 0x40ff_20ff)]))
        #expect(try words(of: renderer("Bright").cursor(named: "default", scale: .one).source).first == 0x4040_2040)
    }

    private func renderer(_ theme: String) -> PixmanRenderer {
        var configuration = PointerConfiguration()
        configuration.theme = theme
        return PixmanRenderer(
            threads: 1, cursors: CursorTheme(configuration, environment: ["XCURSOR_PATH": folder]))
    }

    private func write(_ path: String, _ bytes: [UInt8]) throws {
        let url = URL(fileURLWithPath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// Square pictures of one colour, whose hotspot is an eighth from the left and a quarter from the top.
    private static func file(sizes: [(side: UInt32, pixel: UInt32)]) -> [UInt8] {
        let heads = 16 + 12 * UInt32(sizes.count)
        var (table, pictures): ([UInt32], [UInt32]) = ([], [])
        for (side, pixel) in sizes {
            table += [0xfffd_0002, side, heads + UInt32(pictures.count) * 4]
            pictures += [36, 0xfffd_0002, side, 1, side, side, side / 8, side / 4, 0]
            pictures += [UInt32](repeating: pixel, count: Int(side * side))
        }
        return ([0x7275_6358, 16, 0x1_0000, UInt32(sizes.count)] + table + pictures).flatMap(bytes)
    }

    private static func bytes(_ word: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }

    private func words(of source: any Buffer) throws -> [UInt32] {
        let image = try #require(source as? MemoryImage)
        var words: [UInt32] = []
        let isThere = image.withPixels { first in
            words = (0..<image.size.area).map { first.load(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        try #require(isThere)
        return words
    }
}
