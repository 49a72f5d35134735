import CLinux
import Glibc
import Mirroring

@testable import Wayland

/// A driver that takes files in memory for dmabufs, and notes what it is asked.
final class MemoryFiles: DMABufDriver {
    private(set) var readers = 0
    private(set) var reads = 0
    /// Begun and ended, each counted.
    private(set) var writes = 0
    /// Nothing can be read any more.
    var isGone = false
    /// Something draws into all buffers.
    private(set) var isDrawing = false
    private var waiting: [Weak] = []

    func isDMABuf(_ descriptor: CInt) -> Bool { true }

    func beginReading(_ descriptor: CInt) -> Bool {
        if isGone { return false }
        readers += 1
        reads += 1
        return true
    }

    func endReading(_ descriptor: CInt) {
        readers -= 1
    }

    func beginWriting(_ descriptor: CInt) -> Bool {
        writes += isGone ? 0 : 1
        return !isGone
    }

    func endWriting(_ descriptor: CInt) {
        writes += 1
    }

    func drawing(in descriptor: CInt) -> any BufferFence { Drawing(of: self) }

    fileprivate func whenDrawn(_ handler: @escaping () -> Void) -> AnyObject {
        let wait = Wait(handler)
        waiting.append(Weak(wait: wait))
        return wait
    }

    func beginDrawing() {
        isDrawing = true
    }

    func endDrawing() {
        isDrawing = false
        for one in waiting { one.wait?.handler() }
        waiting = []
    }

    /// Those who wait for the drawing to end.
    var waiters: Int { waiting.filter { $0.wait != nil }.count }

    /// A file of these words.
    static func make(_ words: [UInt32]) -> CInt {
        words.withUnsafeBytes { kagami_sealed_memfd("test", $0.baseAddress, $0.count) }
    }
}

/// What is drawn in all files of a driver.
private final class Drawing: BufferFence {
    private let files: MemoryFiles

    init(of files: MemoryFiles) {
        self.files = files
    }

    var isDone: Bool { !files.isDrawing }

    func whenDone(_ handler: @escaping () -> Void) -> AnyObject? { files.whenDrawn(handler) }
}

private final class Wait {
    let handler: () -> Void

    init(_ handler: @escaping () -> Void) {
        self.handler = handler
    }
}

private struct Weak {
    weak var wait: Wait?
}

extension SurfaceClient {
    /// A dmabuf of one row of four XRGB pixels, which begins `offset` bytes into the words; `factory` is the client's
    /// `zwp_linux_dmabuf_v1`.
    func makeDMABuf(of words: [UInt32], offset: UInt32 = 0, _ factory: UInt32) -> UInt32 {
        let params = wire.create(factory, 1)
        let file = MemoryFiles.make(words)
        defer { close(file) }
        wire.send(params, 1, [.descriptor(file), .uint(0), .uint(offset), .uint(16), .uint(0), .uint(0)])
        let buffer = wire.newID()
        wire.send(params, 3, [.uint(buffer), .int(4), .int(1), .uint(0x3432_5258), .uint(0)])
        return buffer
    }
}
