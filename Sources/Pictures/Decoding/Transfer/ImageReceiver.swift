import Geometry
import Glibc
import Mirroring

/// Receives a worker's output in bounded parts and validates it.
struct ImageReceiver {
    enum Progress {
        /// More output is expected.
        case more
        case finished(Result<ImageLevels, ImageFault>)
        /// The output ended early or is invalid.
        case broken
    }

    private var head: [UInt8] = []
    private var fault: (text: [UInt8], length: Int)?
    private var picture: ImageLevels?
    /// The position of the picture's next byte.
    private var level = 0
    private var row = 0
    private var offset = 0

    /// The most bytes read at a time, which takes less than a millisecond.
    private static let share = 1 << 19

    /// Reads from a non-blocking pipe.
    mutating func read(from descriptor: CInt) -> Progress {
        var rest = Self.share
        while rest > 0 {
            let wanted = min(rest, self.wanted)
            let count = readPart(from: descriptor, wanted)
            if count < 0, errno == EAGAIN { return .more }
            if count < 0, errno == EINTR { continue }
            guard count > 0, let progress = took() else { return .broken }
            if case .finished = progress { return progress }
            rest -= count
        }
        return .more
    }

    /// The number of bytes that complete the current part.
    private var wanted: Int {
        if let picture { return picture.levels[level].size.width * 4 - offset }
        if let fault { return fault.length - fault.text.count }
        return ImageMessage.length - head.count
    }

    private mutating func readPart(from descriptor: CInt, _ count: Int) -> Int {
        if let picture {
            let buffer = picture.levels[level]
            let target = buffer.bytes + row * buffer.stride + offset
            let count = Glibc.read(descriptor, target, count)
            offset += max(0, count)
            return count
        }
        var bytes = [UInt8](repeating: 0, count: count)
        let count = Glibc.read(descriptor, &bytes, count)
        if fault != nil { fault?.text += bytes.prefix(max(0, count)) } else { head += bytes.prefix(max(0, count)) }
        return count
    }

    /// Handles the bytes that were just read; nil if they are invalid.
    private mutating func took() -> Progress? {
        if let picture { return tookPixels(of: picture) }
        if let fault { return tookFault(fault.text, fault.length) }
        guard head.count == ImageMessage.length else { return .more }
        switch ImageMessage(head) {
        case .picture(let size):
            picture = ImageLevels(emptyOf: size)
            return picture == nil ? .finished(.failure(ImageFault(reason: "out of memory"))) : .more
        case .fault(let length):
            fault = ([], length)
            return length == 0 ? nil : .more
        case nil: return nil
        }
    }

    private mutating func tookPixels(of picture: ImageLevels) -> Progress {
        if offset == picture.levels[level].size.width * 4 {
            offset = 0
            row += 1
        }
        if row == picture.levels[level].size.height {
            row = 0
            level += 1
        }
        return level == picture.levels.count ? .finished(.success(picture)) : .more
    }

    private func tookFault(_ text: [UInt8], _ length: Int) -> Progress {
        guard text.count == length else { return .more }
        var line = String.UnicodeScalarView()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            line.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return .finished(.failure(ImageFault(reason: String(line))))
    }
}
