import CRemote
import ConfigurationFiles
import Glibc

/// A picture in XRGB with 8 bits a colour, which the service writes and viewers are sent.
final class SharedPixels {
    let size: PixelSize
    /// Bytes of a row.
    let stride: Int
    let memory: UnsafeMutableRawPointer
    /// Nil for a picture of this process alone.
    let shared: OpaquePointer?
    /// The connection to the service, which must not end before.
    private let connection: AnyObject?

    /// Takes over memory that is shared with the service over a connection.
    init?(shared: OpaquePointer, over connection: AnyObject, size: PixelSize, stride: Int) {
        guard let memory = kagami_pixels_memory(shared) else { return nil }
        self.connection = connection
        self.size = size
        self.stride = stride
        self.shared = shared
        self.memory = memory
    }

    /// A black picture, whose memory is used only once somebody looks.
    init?(black size: PixelSize) {
        self.size = size
        stride = size.width * 4
        shared = nil
        connection = nil
        let flags = CInt(MAP_PRIVATE) | CInt(MAP_ANONYMOUS)
        guard let memory = mmap(nil, stride * size.height, PROT_READ, flags, -1, 0), memory != MAP_FAILED else {
            return nil
        }
        self.memory = memory
    }

    deinit {
        if let shared { kagami_pixels_free(shared) } else { munmap(memory, stride * size.height) }
    }
}

/// The pictures that are in use, at most one more for each viewer than the one that is shown and the one that is filled.
struct PixelPool {
    private var pictures: [SharedPixels] = []

    /// A picture that nobody holds, made by `make` where there is none.
    mutating func take(_ size: PixelSize, stride: Int, make: () -> SharedPixels?) -> SharedPixels? {
        pictures.removeAll { $0.size != size || $0.stride != stride }
        if let free = pictures.indices.first(where: { isKnownUniquelyReferenced(&pictures[$0]) }) {
            return pictures[free]
        }
        guard let made = make() else { return nil }
        pictures.append(made)
        return made
    }

    /// Forgets the pictures; those that are held stay until they are released.
    mutating func empty() {
        pictures = []
    }
}
