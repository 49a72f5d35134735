import CLinux
import Geometry
import Glibc
import Mirroring
import Runtime

/// The process that decodes one untrusted picture in a sandbox.
///
/// The worker is another process of the same program. It reads a file that is already open and writes to a pipe, and gives up all other
/// rights before it parses the file.
package enum ImageWorker {
    /// The descriptors of the picture's file and of the pipe to the service.
    static let input: CInt = 3
    static let output: CInt = 4

    /// Decodes the picture and exits; the exit status only says that the result was written.
    package static func run(for use: ImageUse) -> Never {
        Signals.ignoreFailedWrites()
        ImageDecoder.prepare(for: use)
        let size = fileSize()
        guard confine() else { _exit(EX_OSERR) }
        do throws(ImageFault) {
            try send(ImageLevels(of: ImageDecoder.decode(try readFile(size), as: use)))
        } catch {
            send(error)
        }
        _exit(EX_OK)
    }

    private static func confine() -> Bool {
        let null = open("/dev/null", O_RDWR)
        guard null >= 0 else { return false }
        for descriptor in 0...2 as ClosedRange<CInt> where dup2(null, descriptor) < 0 { return false }
        guard kagami_close_from(output + 1) == 0 else { return false }
        return kagami_confine(ImageLimits.memory, ImageLimits.processorSeconds) == 0
    }

    /// The size of the file. The sandbox forbids the call, so it comes first.
    private static func fileSize() -> Int {
        var information = stat()
        return fstat(input, &information) == 0 ? Int(information.st_size) : 0
    }

    private static func readFile(_ size: Int) throws(ImageFault) -> [UInt8] {
        guard size <= ImageLimits.fileBytes else { throw ImageFault(reason: "it has become too large") }
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < bytes.count {
            let step = bytes.withUnsafeMutableBytes { buffer in
                pread(input, buffer.baseAddress?.advanced(by: count), buffer.count - count, count)
            }
            if step == 0 { break }
            if step < 0, errno != EINTR {
                throw ImageFault(reason: "it cannot be read: \(String(cString: strerror(errno)))")
            }
            count += max(0, step)
        }
        return Array(bytes.prefix(count))
    }

    private static func send(_ picture: ImageLevels) {
        guard let size = picture.levels.first?.size else { return }
        write(ImageMessage.picture(size).bytes)
        for level in picture.levels {
            for y in 0..<level.size.height {
                guard write(UnsafeRawBufferPointer(start: level.row(y), count: level.size.width * 4)) else { return }
            }
        }
    }

    private static func send(_ fault: ImageFault) {
        let text = Array(fault.reason.utf8.prefix(ImageMessage.longestFault))
        write(ImageMessage.fault(bytes: text.count).bytes + text)
    }

    private static func write(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { write($0) }
    }

    /// False if the reader has gone.
    private static func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(output, rest.baseAddress, rest.count)
            if count < 0, errno != EINTR { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
        }
        return true
    }
}
