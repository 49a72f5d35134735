import Geometry
import Glibc
import Mirroring
import Testing

@testable import Pictures

/// A bar that is resized by fingers passes through many sizes: none of them may leave anything behind.
///
/// The sizes are drawn in a process of their own, whose resident memory no other test shares.
@Suite struct MemoryTests {
    @Test func thousandSizesCostNoMoreThanAFew() async {
        await #expect(processExitsWith: .success) {
            let renderer = try #require(HUDRenderer())
            let pool = CanvasPool()
            var model = HUDModel()
            try model.apply([
                .comment(author: "mika", text: "こんばんは 🎉"), .viewers(1284), .gifts(3), .text("Evening"),
                .start(Timestamp(microseconds: 0)), .avatar(HUDImage(width: 2, height: 2, pixels: [1, 2, 3, 4])),
            ])
            func draw(_ sizes: Range<Int>) throws {
                for step in sizes {
                    let size = Size<OutputSpace>(width: 160 + step, height: (160 + step) * 9 / 16)
                    let bar = try #require(
                        HUDDrawing(layout: .builtIn(for: size), size: size, renderer: renderer, pool: pool))
                    _ = bar.draw(model, at: Timestamp(microseconds: 5_000_000))
                    #expect(renderer.shaper.counts.shapes <= TextShaper.remembered)
                    #expect(renderer.shaper.counts.fonts <= TextShaper.rememberedFonts)
                }
                #expect(pool.idleBytes <= 16 << 20)
            }
            try draw(0..<50)
            let before = try residentBytes()
            try draw(50..<1050)
            let growth = try residentBytes() - before
            // 15 MB are usual; without bounds the growth is 700 MB.
            #expect(growth < 60 << 20, "\(growth >> 20) MB more")
        }
    }
}

private func residentBytes() throws -> Int {
    let file = try #require(fopen("/proc/self/statm", "re"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    fgets(&line, 200, file)
    let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
        separator: " ")
    return try #require(words.count > 1 ? Int(words[1]) : nil) * sysconf(CInt(_SC_PAGESIZE))
}
