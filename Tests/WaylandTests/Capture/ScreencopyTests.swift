import Foundation
import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct ScreencopyTests {
    private typealias Code = ZwlrScreencopyFrameV1.ErrorCode
    private let server: TestServer
    private let frames = FakeFrames(Size(width: 640, height: 480))
    private let tool: SurfaceClient
    private let manager: UInt32
    private let output: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        server.content.allowCopies(of: frames)
        tool = SurfaceClient(server, privilege: .tool)
        manager = tool.wire.bind("zwlr_screencopy_manager_v1")
        output = tool.wire.bind("wl_output")
        tool.wire.roundTrip()
    }

    private func capture(_ region: (Int32, Int32, Int32, Int32)? = nil) -> UInt32 {
        let frame: UInt32
        if let (x, y, width, height) = region {
            frame = tool.wire.create(
                manager, 1, [.int(0), .uint(output), .int(x), .int(y), .int(width), .int(height)])
        } else {
            frame = tool.wire.create(manager, 0, [.int(0), .uint(output)])
        }
        tool.wire.roundTrip()
        return frame
    }

    private func copy(_ frame: UInt32, into buffer: UInt32, withDamage: Bool = false) {
        tool.wire.send(frame, withDamage ? 2 : 0, [.uint(buffer)])
        tool.wire.roundTrip()
    }

    private func present() {
        server.present(at: 5_000_000_123)
        tool.wire.roundTrip()
    }

    private func isReady(_ frame: UInt32) -> Bool { !tool.wire.events(of: frame, 2).isEmpty }
    private func hasFailed(_ frame: UInt32) -> Bool { !tool.wire.events(of: frame, 3).isEmpty }

    /// A buffer's pixels, read through the server.
    private func pixels(_ buffer: UInt32) throws -> [UInt32] {
        let surface = tool.makeSurface()
        tool.show(buffer, on: surface)
        let source = try #require(tool.surface(surface)?.current.content?.buffer)
        var pixels: [UInt32] = []
        _ = source.withPixels { first in
            for y in 0..<source.size.height {
                for x in 0..<source.size.width {
                    pixels.append(first.load(fromByteOffset: y * source.stride + x * 4, as: UInt32.self))
                }
            }
        }
        return pixels
    }

    @Test func theWholeScreenIsCopiedOnceItIsShown() throws {
        frames.paint(Rect(x: 0, y: 0, width: 640, height: 480), 0x0011_2233)
        frames.paint(Rect(x: 1, y: 0, width: 1, height: 1), 0x0044_5566)
        let frame = capture()
        #expect(tool.wire.events(of: frame, 0).map(\.words) == [[1, 640, 480, 2560]])
        #expect(tool.wire.events(of: frame, 6).count == 1)
        let buffer = tool.makeBuffer(640, 480, 0)
        let wishes = server.observer.frameWishes
        copy(frame, into: buffer)
        #expect(!isReady(frame))
        #expect(server.observer.frameWishes == wishes + 1)
        present()
        #expect(tool.wire.events(of: frame, 1).map(\.words) == [[0]], "not upside down")
        #expect(tool.wire.events(of: frame, 2).map(\.words) == [[0, 5000, 123_000]])
        let copied = try pixels(buffer)
        #expect(copied.prefix(3) == [0x0011_2233, 0x0044_5566, 0x0011_2233])
        #expect(copied.count == 640 * 480)
    }

    @Test func whatADmabufHasToBeIsSaidToThoseWhoKnowTheEvent() {
        let frame = capture((600, 10, 100, 2))
        #expect(tool.wire.events(of: frame, 5).map(\.words) == [[PixelFormat.xrgb8888.code, 40, 2]])
        let old = tool.wire.create(
            tool.wire.bind("zwlr_screencopy_manager_v1", version: 2), 0, [.int(0), .uint(output)])
        tool.wire.roundTrip()
        #expect(tool.wire.events(of: old, 0).count == 1)
        #expect(tool.wire.events(of: old, 5).isEmpty && tool.wire.events(of: old, 6).isEmpty)
    }

    @Test func aRegionIsCopiedAsFarAsItIsOnTheScreen() throws {
        frames.paint(Rect(x: 638, y: 10, width: 2, height: 1), 0x0000_00ff)
        let frame = capture((638, 10, 100, 2))
        #expect(tool.wire.events(of: frame, 0).map(\.words) == [[1, 2, 2, 8]])
        let buffer = tool.makeBuffer(2, 2, 0x00ff_ffff)
        copy(frame, into: buffer)
        present()
        #expect(try pixels(buffer) == [0xff, 0xff, 0, 0])
    }

    @Test(arguments: [(700, 0, 10, 10), (0, 0, 0, 10), (0, 0, -5, 10), (.max, .max, .max, .max)])
    func regionsOffTheScreenFail(x: Int32, y: Int32, width: Int32, height: Int32) {
        #expect(hasFailed(capture((x, y, width, height))))
        #expect(tool.wire.error == nil)
    }

    @Test func copiesWithDamageWaitForAChange() {
        let buffer = tool.makeBuffer(640, 480)
        let first = capture()
        var wishes = server.observer.frameWishes
        copy(first, into: buffer, withDamage: true)
        #expect(server.observer.frameWishes == wishes + 1, "all is new to this client, also while nothing is drawn")
        present()
        #expect(tool.wire.events(of: first, 4).map(\.words) == [[0, 0, 640, 480]])
        let second = capture()
        wishes = server.observer.frameWishes
        copy(second, into: buffer, withDamage: true)
        #expect(server.observer.frameWishes == wishes)
        present()
        #expect(!isReady(second))
        frames.paint(Rect(x: 5, y: 6, width: 7, height: 8), 1)
        present()
        #expect(isReady(second))
        #expect(tool.wire.events(of: second, 4).map(\.words) == [[5, 6, 7, 8]])
    }

    @Test func aPictureNotYetShownIsNoDamage() {
        let buffer = tool.makeBuffer(640, 480)
        let first = capture()
        copy(first, into: buffer)
        present()
        let second = capture()
        copy(second, into: buffer, withDamage: true)
        frames.paint(Rect(x: 5, y: 6, width: 7, height: 8), 1)
        server.content.frameDiscarded()
        tool.wire.roundTrip()
        #expect(!isReady(second))
        present()
        #expect(isReady(second))
    }

    @Test(arguments: [(639, 480, 1), (640, 481, 1), (640, 480, 0)] as [(Int, Int, UInt32)])
    func buffersMustFit(width: Int, height: Int, format: UInt32) {
        let frame = capture()
        copy(frame, into: tool.makeBuffer(width, height, format: format))
        #expect(tool.wire.error?.object == frame && tool.wire.error?.code == Code.invalidBuffer.rawValue)
    }

    @Test func aFrameIsUsedOnce() {
        let frame = capture()
        let buffer = tool.makeBuffer(640, 480)
        copy(frame, into: buffer)
        copy(frame, into: buffer)
        #expect(tool.wire.error?.object == frame && tool.wire.error?.code == Code.alreadyUsed.rawValue)
    }

    @Test func aBufferThatGoesMakesTheCopyFail() {
        let frame = capture()
        let buffer = tool.makeBuffer(640, 480)
        copy(frame, into: buffer)
        tool.wire.send(buffer, 0)
        tool.wire.roundTrip()
        present()
        #expect(hasFailed(frame) && !isReady(frame))
    }

    @Test func withoutADisplayTheContentIsCopiedAsItIsOnceASecond() throws {
        let clock = ManualClock()
        let server = try TestServer(layout: .filling, clock: clock)
        server.content.allowCopies(of: frames)
        let tool = SurfaceClient(server, privilege: .tool)
        let (manager, output) = (tool.wire.bind("zwlr_screencopy_manager_v1"), tool.wire.bind("wl_output"))
        let buffer = tool.makeBuffer(640, 480, 0)
        func copy() -> UInt32 {
            let frame = tool.wire.create(manager, 0, [.int(0), .uint(output)])
            tool.wire.send(frame, 2, [.uint(buffer)])
            tool.wire.roundTrip()
            return frame
        }
        func isReady(_ frame: UInt32) -> Bool {
            tool.wire.roundTrip()
            return !tool.wire.events(of: frame, 2).isEmpty
        }
        let first = copy()
        server.present()
        #expect(isReady(first))
        // Nothing has changed when the last display goes.
        let waiting = copy()
        server.present()
        #expect(!isReady(waiting))
        clock.microseconds += 5_000_000
        frames.park(true)
        #expect(isReady(waiting))
        #expect(tool.wire.events(of: waiting, 4).map(\.words) == [[0, 0, 640, 480]])
        let next = copy()
        #expect(!isReady(next))
        clock.microseconds += 999_000
        #expect(!isReady(next))
        clock.microseconds += 1_000
        #expect(isReady(next))
        // One waits as a display comes: that has a frame for it.
        let last = copy()
        frames.park(false)
        clock.microseconds += 2_000_000
        #expect(!isReady(last))
        frames.paint(Rect(x: 0, y: 0, width: 640, height: 480), 1)
        server.present()
        #expect(isReady(last))
    }

    @Test func withoutAScreenCopiesFail() {
        let waiting = capture()
        copy(waiting, into: tool.makeBuffer(640, 480))
        frames.contentFrame = nil
        server.content.frameDiscarded()
        tool.wire.roundTrip()
        #expect(hasFailed(waiting))
        #expect(hasFailed(capture()))
    }

    @Test func aScreenOfAnotherSizeMakesTheCopyFail() {
        let frame = capture()
        copy(frame, into: tool.makeBuffer(640, 480))
        frames.contentFrame = MemoryBuffer(size: Size(width: 320, height: 200))
        present()
        #expect(hasFailed(frame))
    }

    @Test func destroyedFramesAreForgotten() {
        let frame = capture()
        copy(frame, into: tool.makeBuffer(640, 480))
        tool.wire.send(frame, 1)
        tool.wire.send(manager, 2)
        present()
        #expect(tool.wire.error == nil)
    }

    @Test func grimTakesThePicture() throws {
        frames.paint(Rect(x: 0, y: 0, width: 640, height: 480), 0x0011_2233)
        let directory = TemporaryDirectory()
        let path = directory.path + "/screen.ppm"
        let grim = try #require(
            try RealClient("grim", ["-t", "ppm", path], privilege: .tool, on: server), "grim is not installed")
        #expect(
            grim.serve {
                if server.observer.frameWishes > 0 { server.present() }
                return !grim.isRunning
            })
        let data = try Data(contentsOf: URL(filePath: path))
        #expect(data.prefix(15) == Data("P6\n640 480\n255\n".utf8), "\(grim.log)")
        #expect(data.count == 15 + 640 * 480 * 3)
        #expect(data.dropFirst(15).prefix(3) == Data([0x11, 0x22, 0x33]))
    }
}
