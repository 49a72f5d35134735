import Geometry
import Glibc
import Logging
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// Copies of the screen into dmabufs.
@Suite struct DMABufCopyTests {
    private let server: TestServer
    private let frames = FakeFrames(Size(width: 640, height: 480))
    private let driver = MemoryFiles()
    private let sampler = FakeSampler()
    private static let tiled: UInt64 = 0x0100_0000_0000_0001

    init() throws {
        server = try TestServer(layout: .filling)
        server.content.allowCopies(of: frames)
        sampler.sampledLayouts = [PixelLayout(format: PixelFormat.xrgb8888.code, modifier: Self.tiled)]
    }

    /// A tool that has asked for four pixels in two rows, and its buffer for them.
    private struct Copy {
        let wire: WireClient
        let frame: UInt32
        let buffer: UInt32
    }

    private func makeCopy(
        into file: CInt, modifier: UInt64 = PixelLayout.linear, stride: UInt32 = 16,
        format: PixelFormat = .xrgb8888, flags: UInt32 = 0
    ) -> Copy {
        let wire = server.connect(privilege: .tool).0
        let (manager, output) = (wire.bind("zwlr_screencopy_manager_v1"), wire.bind("wl_output"))
        let params = wire.create(wire.bind("zwp_linux_dmabuf_v1"), 1)
        wire.send(
            params, 1,
            [
                .descriptor(file), .uint(0), .uint(0), .uint(stride), .uint(UInt32(modifier >> 32)),
                .uint(UInt32(truncatingIfNeeded: modifier)),
            ])
        let buffer = wire.newID()
        wire.send(params, 3, [.uint(buffer), .int(4), .int(2), .uint(format.code), .uint(flags)])
        let frame = wire.create(
            manager, 1, [.int(0), .uint(output), .int(30), .int(10), .int(4), .int(2)])
        wire.send(frame, 0, [.uint(buffer)])
        wire.roundTrip()
        server.present()
        wire.roundTrip()
        return Copy(wire: wire, frame: frame, buffer: buffer)
    }

    private func isReady(_ copy: Copy) -> Bool { !copy.wire.events(of: copy.frame, 2).isEmpty }
    private func hasFailed(_ copy: Copy) -> Bool { !copy.wire.events(of: copy.frame, 3).isEmpty }

    /// A file that can be written, of so many words.
    private func makeFile(_ count: Int) -> CInt {
        var path = Array("/tmp/kagami-test-XXXXXX".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        ftruncate(file, count * 4)
        return file
    }

    private func words(_ file: CInt, _ count: Int) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: count)
        pread(file, &words, count * 4, 0)
        return words
    }

    private func offer(_ formats: DMABufFormats = DMABufFormats()) throws -> LinuxDMABuf {
        try LinuxDMABuf(
            server.display, device: 0xe280, formats: formats, driver: driver, logger: Logger(label: "test"))
    }

    @Test func rowsInOrderAreWrittenByTheProcessor() throws {
        let global = try offer()
        frames.paint(Rect(x: 30, y: 10, width: 4, height: 1), 7)
        frames.paint(Rect(x: 31, y: 11, width: 1, height: 1), 9)
        let file = makeFile(16)
        let copy = withExtendedLifetime(global) { makeCopy(into: file, stride: 32) }
        #expect(copy.wire.error == nil && isReady(copy))
        #expect(words(file, 16) == [7, 7, 7, 7, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0])
        #expect(driver.writes == 2, "begun and ended")
        close(file)
    }

    @Test func otherLayoutsAreDrawnByTheDevice() throws {
        let global = try offer(DMABufFormats(sampler))
        let file = makeFile(8)
        let copy = withExtendedLifetime(global) { makeCopy(into: file, modifier: Self.tiled) }
        #expect(isReady(copy) && sampler.filled == [Point(x: 30, y: 10)] && driver.writes == 0)
        close(file)
    }

    @Test func whatCannotBeWrittenFails() throws {
        let global = try offer()
        driver.isGone = true
        let file = makeFile(8)
        let copy = withExtendedLifetime(global) { makeCopy(into: file) }
        #expect(copy.wire.error == nil && hasFailed(copy) && !isReady(copy))
        close(file)
    }

    @Test(arguments: [(PixelFormat.xbgr8888, 0), (.xrgb8888, 1)] as [(PixelFormat, UInt32)])
    func otherColoursAndInvertedRowsAreRefused(format: PixelFormat, flags: UInt32) throws {
        let global = try offer()
        let file = makeFile(8)
        let copy = withExtendedLifetime(global) { makeCopy(into: file, format: format, flags: flags) }
        #expect(copy.wire.error?.code == ZwlrScreencopyFrameV1.ErrorCode.invalidBuffer.rawValue)
        close(file)
    }
}
