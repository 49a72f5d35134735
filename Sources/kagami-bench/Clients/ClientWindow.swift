import Foundation
import Runtime

/// A full-screen window of a client with shared memory.
final class ClientWindow {
    let wire: WireConnection
    let surface: UInt32
    /// The size that the compositor last requested; zero until then.
    private(set) var size = (width: 0, height: 0)
    /// The window's size if the compositor leaves it to the client.
    private let usualSize: (width: Int, height: Int)
    /// Called when the window was configured, even to its current size.
    var configured: () throws -> Void = {}
    private let shm: UInt32
    private var pictures: [SharedPicture] = []
    private var failure: (any Error)?

    /// The compositor may leave the size to the client, as sway does at first; `usualSize` is used then.
    init(usualSize: (width: Int, height: Int) = (640, 480)) throws {
        self.usualSize = usualSize
        wire = try WireConnection()
        let compositor = try wire.bind("wl_compositor", version: 4)
        shm = try wire.bind("wl_shm", version: 1)
        let shell = try wire.bind("xdg_wm_base", version: 1)
        surface = try wire.create(compositor, 0)
        let shellSurface = try wire.create(shell, 2, [.number(surface)])
        let toplevel = try wire.create(shellSurface, 1)
        wire.on(shell, 0) { [unowned self] ping in
            attempt { try wire.send(shell, 3, [.number(ping.words[0])]) }
        }
        wire.on(toplevel, 0) { [unowned self] configure in
            let (width, height) = (Int(configure.words[0]), Int(configure.words[1]))
            size = width > 0 && height > 0 ? (width, height) : usualSize
        }
        wire.on(shellSurface, 0) { [unowned self] configure in
            attempt {
                try wire.send(shellSurface, 4, [.number(configure.words[0])])
                try configured()
            }
        }
        // The application id, full screen on any output, and the first commit, without a picture.
        try wire.send(toplevel, 3, [.string("kagami-bench")])
        try wire.send(toplevel, 11, [.number(0)])
        try wire.send(surface, 6)
    }

    /// Waits for events and handles them; throws what a handler threw.
    func dispatch() throws {
        try wire.dispatch()
        if let failure { throw failure }
    }

    /// Calls `action` in an event's handler, which must not throw, and keeps the error for `dispatch`.
    func attempt(_ action: () throws -> Void) {
        do { try action() } catch { failure = failure ?? error }
    }

    /// A picture of the window's size that the compositor does not use.
    func freePicture() throws -> SharedPicture {
        let fitting = pictures.first { !$0.isBusy && $0.width == size.width && $0.height == size.height }
        if let fitting { return fitting }
        let made = try SharedPicture(width: size.width, height: size.height, on: wire, shm)
        wire.on(made.object, 0) { [weak made] _ in made?.isBusy = false }
        pictures.append(made)
        return made
    }

    /// Shows a picture; `changed` are the parts that have changed.
    func show(_ picture: SharedPicture, changed: [PictureArea]) throws {
        picture.isBusy = true
        try wire.send(surface, 1, [.number(picture.object), .number(0), .number(0)])
        for area in changed {
            try wire.send(surface, 9, [area.x, area.y, area.width, area.height].map { .number(UInt32($0)) })
        }
        try wire.send(surface, 6)
    }
}

/// A rectangle of a picture.
struct PictureArea {
    var x = 0
    var y = 0
    let width: Int
    let height: Int
}

/// A picture in memory that the client shares with the compositor.
final class SharedPicture {
    let object: UInt32
    let width: Int
    let height: Int
    /// Whether the compositor may still read the picture.
    var isBusy = false
    /// Whether nothing has been drawn into the picture.
    private(set) var isBlank = true
    private let pixels: UnsafeMutableRawPointer

    init(width: Int, height: Int, on wire: WireConnection, _ shm: UInt32) throws {
        (self.width, self.height) = (width, height)
        let length = width * height * 4
        let file = try OwnedDescriptor(memoryFile: "kagami-bench")
        guard ftruncate(file.number, length) == 0,
            let pixels = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), pixels != MAP_FAILED
        else { throw BenchError("share memory", String(cString: strerror(errno))) }
        self.pixels = pixels
        let pool = wire.newObject()
        try wire.send(shm, 0, [.number(pool), .number(UInt32(length))], files: [file])
        // The last argument is the format, 1 for XRGB.
        object = try wire.create(pool, 0, [0, width, height, width * 4, 1].map { .number(UInt32($0)) })
        try wire.send(pool, 1)
    }

    deinit {
        munmap(pixels, width * height * 4)
    }

    /// Fills the part of an area within the picture with one grey.
    func fill(_ area: PictureArea, with grey: UInt8) {
        isBlank = false
        let columns = min(width - area.x, area.width)
        guard columns > 0 else { return }
        for row in area.y..<max(area.y, min(height, area.y + area.height)) {
            memset(pixels + (row * width + area.x) * 4, Int32(grey), columns * 4)
        }
    }
}
