import CLinux
import Geometry
import Glibc
import Mirroring
import Testing
import TestSupport

@testable import Pictures

/// What a worker writes, whole, in parts and wrong.
@Suite struct ImageReceiverTests {
    private let ends: (read: CInt, write: CInt)

    init() {
        var ends: [CInt] = [-1, -1]
        #expect(kagami_pipe(&ends, 1 << 16) == 0)
        for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        self.ends = (ends[0], ends[1])
    }

    private func close() {
        Glibc.close(ends.read)
        Glibc.close(ends.write)
    }

    private func send(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        #expect(write(ends.write, bytes, bytes.count) == bytes.count)
    }

    /// A picture of 100x3 and all that follows it, each byte the number of its place.
    private static func message() -> (bytes: [UInt8], sizes: [Size<BufferSpace>]) {
        let size = Size<BufferSpace>(width: 100, height: 3)
        let sizes = ImageLevels.sizes(of: size)
        let pixels = sizes.reduce(0) { $0 + $1.area * 4 }
        return (ImageMessage.picture(size).bytes + (0..<pixels).map { UInt8(truncatingIfNeeded: $0) }, sizes)
    }

    @Test func levelsHalveDownToAnIcon() {
        #expect(ImageLevels.sizes(of: Size(width: 100, height: 3)).map(\.width) == [100, 50])
        #expect(ImageLevels.sizes(of: Size(width: 64, height: 64)).count == 1)
        #expect(ImageLevels.sizes(of: Size(width: 8192, height: 1)).last == Size(width: 64, height: 1))
    }

    @Test(arguments: Effort.seeds(sample: 6, torture: 300))
    func pictureIsPutTogetherFromItsParts(_ seed: UInt64) throws {
        defer { close() }
        var generator = SplitMix64(seed: seed)
        var receiver = ImageReceiver()
        let (bytes, sizes) = Self.message()
        var rest = bytes[...]
        while true {
            let part = rest.prefix(Int.random(in: 1...500, using: &generator))
            rest = rest.dropFirst(part.count)
            send(part)
            switch receiver.read(from: ends.read) {
            case .more: #expect(!rest.isEmpty)
            case .broken: Issue.record("broken at \(rest.startIndex)"); return
            case .finished(let result):
                let levels = try result.get().levels
                #expect(rest.isEmpty && levels.map(\.size) == sizes)
                // The second row's first pixel begins with byte 400, the next level's with byte 1200.
                #expect(levels[0].row(1)[0] & 255 == 400 & 255)
                #expect(levels[1].row(0)[0] & 255 == 1200 & 255)
                return
            }
        }
    }

    static let nonsense: [[UInt8]] = [
        [9, 0, 0, 0] + Array(repeating: 0, count: 8), ImageMessage.fault(bytes: 401).bytes,
        ImageMessage.fault(bytes: 0).bytes, ImageMessage.picture(Size(width: 0, height: 5)).bytes,
        ImageMessage.picture(Size(width: 8193, height: 1)).bytes,
        ImageMessage.picture(Size(width: 8192, height: 8192)).bytes,
        Array(repeating: 255, count: 12),
    ]

    @Test(arguments: nonsense)
    func nonsenseIsNotBelieved(_ bytes: [UInt8]) {
        defer { close() }
        var receiver = ImageReceiver()
        send(bytes)
        guard case .broken = receiver.read(from: ends.read) else { Issue.record("believed"); return }
    }

    @Test func faultIsOneLine() {
        defer { close() }
        var receiver = ImageReceiver()
        let text = Array("bro\nken\u{1B}".utf8)
        send(ImageMessage.fault(bytes: text.count).bytes + text)
        guard case .finished(.failure(let fault)) = receiver.read(from: ends.read) else { Issue.record("none"); return }
        #expect(fault.reason == "bro ken ")
    }

    @Test func endTooSoonIsBroken() {
        defer { Glibc.close(ends.read) }
        var receiver = ImageReceiver()
        send(Self.message().bytes.prefix(700))
        guard case .more = receiver.read(from: ends.read) else { Issue.record("finished"); return }
        Glibc.close(ends.write)
        guard case .broken = receiver.read(from: ends.read) else { Issue.record("believed"); return }
    }
}
