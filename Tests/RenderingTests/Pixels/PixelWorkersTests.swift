import CPixelKernels
import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Rendering

/// Large work is shared among threads, which must not be seen in the pixels.
@Suite struct PixelWorkersTests {
    /// A client of this size is large enough to be shared.
    private static let external = Size<OutputSpace>(width: 1300, height: 1021)

    /// Compose and snapshot, together and apart, at whole and awkward ratios, in light and in bytes, for any number of
    /// threads: bands end within the scaler's rows.
    @Test(arguments: Effort.seeds(sample: 6, torture: 60)) func threadsLeaveTheSamePixels(seed: UInt64) throws {
        var random = SplitMix64(seed: 900 + seed)
        let client = try picture(of: Self.external, seed: seed)
        let sizes = [(400, 320), (433, 340), (650, 511), (1100, 777), (1299, 1020), (13, 7)]
        let panel = sizes[Int(seed) % sizes.count]
        let filter: ScaleFilter = seed % 3 == 2 ? .areaInLinearLight : .area
        let top = Int.random(in: 0..<60, using: &random)
        let damage = seed % 2 == 0 ? 0 : top
        let expected = try draw(client, panel, filter, damagedFrom: damage, threads: 1)
        for threads in 2...4 {
            let shown = try draw(client, panel, filter, damagedFrom: damage, threads: threads)
            #expect(shown.external == expected.external, "\(threads) threads")
            #expect(shown.panel == expected.panel, "\(threads) threads")
        }
    }

    @Test(arguments: Transform.allCases) func threadsTurnAlike(transform: Transform) throws {
        let size: Size<BufferSpace> = transform.apply(to: Self.external)
        let client = try MemoryBuffer.noise(size.width, size.height, seed: 31)
        let place: Rect<ContentSpace> = Self.external.bounds.reinterpreted()
        let element = SceneElement(
            source: client, crop: SourceBox(x: 0, y: 0, width: Double(place.width), height: Double(place.height)),
            transform: transform, destination: place, opaque: Region(place))
        let pictures = try [1, 3].map { threads in
            let target = try MemoryBuffer.filled(place.width, place.height)
            PixmanRenderer(threads: threads).submit([
                RenderPass(
                    target: target, damage: Region(target.size.bounds.reinterpreted()), elements: [element])
            ])
            return target.colors
        }
        #expect(pictures[0] == pictures[1])
    }

    @Test func littleWorkStartsNoThread() throws {
        let workers = PixelWorkers(count: 4)
        let source = try MemoryBuffer.noise(1024, 1023, seed: 32), target = try MemoryBuffer.filled(1024, 1023)
        #expect(workers.run(copy(of: source, to: target)))
        #expect(!workers.isStarted)
        #expect(target.colors == source.colors)
    }

    @Test func oneProcessorStartsNoThread() throws {
        let workers = PixelWorkers(count: 1)
        let source = try MemoryBuffer.noise(1024, 2048, seed: 33), target = try MemoryBuffer.filled(1024, 2048)
        #expect(workers.run(copy(of: source, to: target)))
        #expect(!workers.isStarted)
    }

    /// A picture that is gone in one thread is gone for all.
    @Test func failuresOfOneBandAreReported() throws {
        let workers = PixelWorkers(count: 2)
        let target = try MemoryBuffer.filled(1024, 2048)
        #expect(!workers.run(copy(of: target, to: target, owner: VanishedSource())))
        #expect(workers.isStarted)
    }

    /// A copy of all pixels; `owner` is nil for the picture itself.
    private func copy(of source: MemoryBuffer, to target: MemoryBuffer, owner: (any Buffer)? = nil) -> PixelJob {
        let job = kagami_turn_job(
            source: source.bytes, across: 4, down: source.stride, width: Int32(source.size.width),
            height: Int32(source.size.height), target: target.bytes, target_stride: target.stride)
        return PixelJob(kernel: .turn(job), source: owner ?? source)
    }

    private func picture(of size: Size<OutputSpace>, seed: UInt64) throws -> MemoryBuffer {
        try .noise(size.width, size.height, seed: seed)
    }

    private func draw(
        _ client: MemoryBuffer, _ panel: (Int, Int), _ filter: ScaleFilter, damagedFrom top: Int, threads: Int
    ) throws -> (external: [UInt32], panel: [UInt32]) {
        let external = try MemoryBuffer.filled(Self.external.width, Self.external.height, with: 1)
        let small = try MemoryBuffer.filled(panel.0, panel.1, with: 2)
        let viewport = PanelViewport(panel: small.size.reinterpreted(), external: external.size.reinterpreted())
        let place: Rect<ContentSpace> = external.size.bounds.reinterpreted()
        let element = SceneElement(whole: client, at: place, opaque: Region(place))
        let snapshot = SceneElement(external, at: viewport.frame.reinterpreted(), filter: filter)
        let damage = Rect<OutputSpace>(left: 0, top: top, right: place.width, bottom: place.height)
        PixmanRenderer(threads: threads).submit([
            RenderPass(target: external, damage: Region(damage), elements: [.fill(.black), element]),
            RenderPass(
                target: small, damage: Region(small.size.bounds.reinterpreted()),
                elements: [.fill(.black), snapshot]),
        ])
        return (external.colors, small.colors)
    }
}
