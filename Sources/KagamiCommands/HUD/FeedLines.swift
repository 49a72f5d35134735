import Control
import Glibc
import Runtime

/// Reads numbered lines of bounded length from a descriptor.
struct FeedLines {
    struct Line {
        /// Counted from 1.
        let number: Int
        /// Without the newline; nil for a line that was too long and was discarded.
        let bytes: [UInt8]?
    }

    /// The most bytes in a line.
    static let maximumBytes = 65536

    private let descriptor: CInt
    private var buffer: ArraySlice<UInt8> = []
    private var number = 0
    private var isAtEnd = false

    init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Waits for the next line; nil after the last one.
    mutating func next() -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            if buffer.isEmpty { fill() }
            if buffer.isEmpty {
                guard !line.isEmpty || isTooLong else { return nil }
                break
            }
            let end = buffer.firstIndex(of: UInt8(ascii: "\n")) ?? buffer.endIndex
            let isWhole = end < buffer.endIndex
            if line.count + (end - buffer.startIndex) > Self.maximumBytes {
                isTooLong = true
                line = []
            }
            if !isTooLong { line += buffer[..<end] }
            buffer = buffer[(isWhole ? end + 1 : end)...]
            if isWhole { break }
        }
        number += 1
        return Line(number: number, bytes: isTooLong ? nil : line)
    }

    private mutating func fill() {
        guard !isAtEnd else { return }
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count > 0 {
                buffer = bytes[..<count]
                return
            }
            if count < 0, errno == EINTR { continue }
            isAtEnd = true
            return
        }
    }
}

/// Values for the status bar with their pictures opened, with the rights of the command's user.
struct OpenedValues {
    private(set) var values: HUDValues
    /// The descriptors to attach to the request.
    private(set) var files: [OwnedDescriptor] = []

    /// Opens the paths in `values`; an empty path removes a picture.
    init(_ values: HUDValues) throws(CommandFailure) {
        self.values = values
        self.values.avatar = try opened(values.avatar, "avatar")
        self.values.background = try opened(values.background, "background")
        if let picture = values.gift?.picture {
            let opened = try opened(.set(picture), "the gift's picture")
            self.values.gift?.picture = if case .set(let file) = opened { file } else { nil }
        }
    }

    private mutating func opened(
        _ setting: HUDValues.Setting<HUDValues.File>, _ key: String
    ) throws(CommandFailure) -> HUDValues.Setting<HUDValues.File> {
        guard case .set(let file) = setting else { return setting }
        guard case .path(let path) = file else { throw CommandFailure("\(key) must be the path of a picture, or null") }
        if path.isEmpty { return .remove }
        do throws(RuntimeError) {
            // Opening a pipe or a device, which the service refuses, must not block.
            files.append(try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY))
        } catch {
            throw CommandFailure("cannot read the picture \(path): \(error.reason)")
        }
        return .set(.attached(files.count - 1))
    }
}
