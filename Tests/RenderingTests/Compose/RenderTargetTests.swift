import Geometry
import Mirroring
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering

/// Frames drawn for displays whose memory is slow to read.
@Suite struct RenderTargetTests {
    /// Whatever changes on whichever screen, and whichever flips fail, both displays show what a renderer with all the
    /// memory in the world would show.
    @Test(arguments: Effort.seeds(sample: 32, torture: 1600)) func displaysShowTheWholeFrame(seed: UInt64) throws {
        try checkDisplays(.pixman, seed: seed)
    }

    @Test(arguments: Effort.seeds(sample: 6, torture: 300)) func displaysShowWhatTheDeviceDraws(seed: UInt64) throws {
        try checkDisplays(.gles, seed: seed)
    }

    private func checkDisplays(_ renderer: TestedRenderer, seed: UInt64) throws {
        var random = SplitMix64(seed: 900 + seed)
        var rig = try TwoDisplays(renderer, seed: seed, using: &random)
        for step in 0..<30 {
            try rig.step(using: &random)
            #expect(rig.violations == [], "step \(step)")
            if !rig.violations.isEmpty { break }
        }
    }

    /// The client's pixels are read once, and each display's memory is written once: nothing else is touched.
    @Test func aFullFrameTakesOnePassOverMemory() throws {
        let renderer = PixmanRenderer()
        var random = SplitMix64(seed: 3)
        let external = try Head(Size(width: 640, height: 480), .normal)
        let panel = try Head(Size(width: 400, height: 300), .normal)
        let client = MemoryImage.noise(external.target.size.reinterpreted(), .xrgb8888, using: &random)
        let scene: [SceneElement] = [
            .fill(.black),
            SceneElement(whole: client, at: external.target.size.reinterpreted(as: ContentSpace.self).bounds),
        ]
        var moved: [Int] = []
        for _ in 0..<4 {
            let before = renderer.traffic.total
            let passes = [
                try external.pass(Region(external.target.size.bounds), scene),
                try panel.pass(
                    Region(panel.target.size.bounds), snapshot(of: external, scene, on: panel)),
            ]
            renderer.submit(passes)
            moved.append(renderer.traffic.total - before)
            external.flip()
            panel.flip()
        }
        let bytes = (2 * 640 * 480 + 400 * 300) * 4
        #expect(moved == [bytes, bytes, bytes, bytes])
        #expect(external.target.memory == nil && panel.target.memory == nil, "nothing kept")
        #expect(external.colors == client.words)
    }

    /// A screenshot reads the frame back once; while readers keep coming, frames are drawn in ordinary memory.
    @Test func readersGetTheFrame() throws {
        let renderer = PixmanRenderer()
        var random = SplitMix64(seed: 5)
        let head = try Head(Size(width: 320, height: 200), .normal)
        let client = MemoryImage.noise(head.target.size.reinterpreted(), .xrgb8888, using: &random)
        let scene: [SceneElement] = [
            SceneElement(whole: client, at: head.target.size.reinterpreted(as: ContentSpace.self).bounds)
        ]
        func draw() throws {
            renderer.submit([try head.pass(Region(head.target.size.bounds), scene)])
            head.flip()
        }
        try draw()
        #expect(try #require(renderer.read(head.target)).colors == client.words)
        #expect(renderer.traffic[.readBack].read == 320 * 200 * 4)
        for _ in 0..<5 {
            try draw()
            #expect(renderer.read(head.target)?.colors == client.words)
        }
        #expect(renderer.traffic[.readBack].read == 320 * 200 * 4, "not again")
    }

    /// A client's buffer that the display shows itself is read for a reader, once, and for the panel; display memory never.
    @Test func aShownBufferIsReadWhereItLies() throws {
        let renderer = PixmanRenderer()
        var random = SplitMix64(seed: 7)
        let external = try Head(Size(width: 640, height: 480), .normal)
        let panel = try Head(Size(width: 400, height: 300), .normal)
        let bounds = external.target.size.reinterpreted(as: ContentSpace.self).bounds
        let old = MemoryImage.noise(external.target.size.reinterpreted(), .xrgb8888, using: &random)
        renderer.submit([
            try external.pass(Region(external.target.size.bounds), [SceneElement(whole: old, at: bounds)])
        ])
        external.flip()
        let client = MemoryImage.noise(external.target.size.reinterpreted(), .xrgb8888, using: &random)
        let element = SceneElement(whole: client, at: bounds)
        external.target.show([element], Region(external.target.size.bounds))
        let drawn = renderer.traffic.total
        #expect(external.target.memory == nil, "nothing kept")
        renderer.submit([
            try panel.pass(Region(panel.target.size.bounds), snapshot(of: external, [element], on: panel))
        ])
        let pixels = 640 * 480 + 400 * 300
        #expect(renderer.traffic.total - drawn <= 4 * pixels)
        #expect(renderer.read(external.target)?.colors == client.words)
        let read = renderer.traffic.total
        #expect(renderer.read(external.target)?.colors == client.words)
        #expect(renderer.traffic.total == read, "not again")
        #expect(renderer.traffic[.readBack].read == 0)
        // The next frame is drawn in a buffer that has missed all of it.
        let cell = Region(Rect<OutputSpace>(x: 5, y: 5, width: 3, height: 3))
        for _ in 0..<2 {
            renderer.submit([try external.pass(cell, [element])])
            external.flip()
            #expect(external.colors == client.words)
        }
    }

    /// In each of the buffers, transparent but for what lies in front of the plane behind, wherever that has been; readers get what
    /// people see.
    @Test(arguments: TestedRenderer.allCases) func aHoleIsInDisplayMemoryAlone(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        var random = SplitMix64(seed: 11)
        let head = try Head(Size(width: 64, height: 48), .normal)
        let bounds = head.target.size.bounds
        let back = MemoryImage.noise(head.target.size.reinterpreted(), .xrgb8888, using: &random)
        let place = Rect<OutputSpace>(x: 8, y: 8, width: 32, height: 16)
        let film = SceneElement(
            whole: MemoryImage.noise(place.size.reinterpreted(), .xrgb8888, using: &random),
            at: place.reinterpreted())
        let pixel: UInt32 = 0x8040_2010
        func front(_ x: Int, _ y: Int) -> SceneElement {
            let picture = MemoryImage(
                size: Size(width: 4, height: 3), format: .argb8888, pixels: [UInt32](repeating: pixel, count: 12))
            return SceneElement(whole: picture, at: Rect(x: x, y: y, width: 4, height: 3))
        }
        let cell = Region(Rect<OutputSpace>(x: 50, y: 40, width: 3, height: 3))
        /// Shows frames with a hole and this in front of the film, or without one.
        func check(_ front: SceneElement?, hasHole: Bool = true) throws {
            let shown = [film, front].compactMap(\.self)
            let scene = [SceneElement(whole: back, at: bounds.reinterpreted())] + shown
            let seen = try #require(MemoryBuffer(size: head.target.size.reinterpreted()))
            PixmanRenderer().submit([RenderPass(target: seen, damage: Region(bounds), elements: scene)])
            let hole = hasHole ? RenderTarget.Hole(place: place, front: front) : nil
            let words = (0..<bounds.size.area).map { index -> UInt32 in
                let at = Rect<OutputSpace>(x: index % 64, y: index / 64, width: 1, height: 1)
                if let hole, hole.frame.contains(at) { return pixel }
                return place.contains(at) ? 0 : back.words[index] | 0xff00_0000
            }
            for _ in 0..<3 {
                head.begin()
                head.target.begin(
                    cell, below: hasHole ? shown : [], covering: Region(hole?.place ?? .zero),
                    changed: Region(hole?.place ?? .zero), hole: hole)
                renderer.submit([RenderPass(target: head.target, damage: cell, elements: scene)])
                head.flip()
                if hasHole { #expect(head.words == words, "the hole") }
                if !hasHole { #expect(head.shows(seen, within: kind.tolerance), "what was drawn there before") }
                #expect(renderer.read(head.target)?.equals(seen, within: kind.tolerance) == true, "what readers get")
            }
        }
        try check(nil, hasHole: false)
        try check(front(12, 10))
        try check(front(20, 12))
        try check(nil)
        try check(front(12, 10))
        try check(front(12, 10), hasHole: false)
    }

    /// A panel that draws alone reads the client's buffer, not the external's display memory.
    @Test func aLonePanelReadsTheClient() throws {
        let renderer = PixmanRenderer()
        var random = SplitMix64(seed: 6)
        let external = try Head(Size(width: 640, height: 480), .normal)
        let panel = try Head(Size(width: 400, height: 300), .normal)
        let client = MemoryImage.noise(external.target.size.reinterpreted(), .xrgb8888, using: &random)
        let scene: [SceneElement] = [
            SceneElement(whole: client, at: external.target.size.reinterpreted(as: ContentSpace.self).bounds)
        ]
        renderer.submit([try external.pass(Region(external.target.size.bounds), scene)])
        external.flip()
        let elements = snapshot(of: external, scene, on: panel)
        renderer.submit([try panel.pass(Region(panel.target.size.bounds), elements)])
        panel.flip()
        #expect(renderer.traffic[.readBack].read == 0)
        let reference = try #require(MemoryBuffer(size: panel.target.size.reinterpreted()))
        let picture = try #require(MemoryBuffer(size: external.target.size.reinterpreted()))
        renderer.submit([
            RenderPass(target: picture, damage: Region(picture.size.bounds.reinterpreted()), elements: scene)
        ])
        renderer.drawController(
            from: picture, into: reference, viewport: viewport(external, panel), bars: Color(red: 1, green: 2, blue: 3),
            damage: Region(reference.size.reinterpreted(as: PanelSpace.self).bounds))
        #expect(panel.colors == reference.colors)
    }
}
