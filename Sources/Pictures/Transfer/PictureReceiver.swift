import Glibc
import Mirroring

/// Takes what a worker writes as it comes, a bounded part at a time, and believes none of it unchecked.
struct PictureReceiver {
    enum Progress {
        /// More is to come, now or later.
        case more
        case finished(Result<PictureLevels, PictureFault>)
        /// The worker has gone, or writes nonsense.
        case broken
    }

    private var head: [UInt8] = []
    private var fault: (text: [UInt8], length: Int)?
    private var picture: PictureLevels?
    /// Where the next byte of the picture goes.
    private var level = 0
    private var row = 0
    private var offset = 0

    /// Bytes taken in one go, which keep the loop for less than a millisecond.
    private static let share = 1 << 19

    /// Reads from a pipe that does not block.
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

    /// Bytes until the next thing to do.
    private var wanted: Int {
        if let picture { return picture.levels[level].size.width * 4 - offset }
        if let fault { return fault.length - fault.text.count }
        return PictureMessage.length - head.count
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

    /// What follows from the bytes taken last; nil for nonsense.
    private mutating func took() -> Progress? {
        if let picture { return tookPixels(of: picture) }
        if let fault { return tookFault(fault.text, fault.length) }
        guard head.count == PictureMessage.length else { return .more }
        switch PictureMessage(head) {
        case .picture(let size):
            picture = PictureLevels(emptyOf: size)
            return picture == nil ? .finished(.failure(PictureFault(reason: "there is no memory for it"))) : .more
        case .fault(let length):
            fault = ([], length)
            return length == 0 ? nil : .more
        case nil: return nil
        }
    }

    private mutating func tookPixels(of picture: PictureLevels) -> Progress {
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
        return .finished(.failure(PictureFault(reason: String(line))))
    }
}
