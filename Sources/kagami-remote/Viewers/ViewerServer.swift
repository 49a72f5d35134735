import CRemote
import ConfigurationFiles
import Control
import Glibc
import KagamiCommands
import Runtime

/// What the viewers do.
protocol ViewerObserver: AnyObject {
    func viewerCame(_ viewer: ViewerID)
    func viewerLeft(_ viewer: ViewerID)
    /// The viewer can take another picture.
    func viewerAsked(_ viewer: ViewerID)
    func viewerPressed(keysym: UInt32, isPressed: Bool, _ viewer: ViewerID)
    func viewerPointed(x: Int, y: Int, buttons: UInt32, _ viewer: ViewerID)
    /// A viewer's user has copied a text, which is as the protocol has it.
    func viewerCopied(_ text: [UInt8])
    /// Whether the screen gets the size that the viewer wishes.
    func viewerWishes(width: Int, height: Int, _ viewer: ViewerID) -> Bool
}

/// A connected viewer, until it leaves.
struct ViewerID: Hashable {
    fileprivate let address: UnsafeRawPointer

    init(_ address: UnsafeRawPointer) {
        self.address = address
    }
}

/// The VNC server. Its library has a loop of its own, whose descriptor this loop watches, and encodes in threads.
final class ViewerServer {
    weak var observer: (any ViewerObserver)?
    /// Whether viewers are listened to; otherwise all of them wait.
    var isListening = true {
        didSet { source?.update(isListening ? .readable : []) }
    }

    private let protection: Protection?
    private let limit: Int
    private let loop: EventLoop
    private lazy var greeting = loop.makeTimer { [weak self] in self?.closeSilent() }
    private var isWatching = false
    // Set once, by `init`.
    private var server: OpaquePointer?
    private var source: DescriptorSource?

    init(_ address: ListenAddress, _ protection: Protection?, limit: Int, loop: EventLoop) throws {
        self.protection = protection
        self.limit = limit
        self.loop = loop
        var events = kagami_vnc_events()
        events.context = Unmanaged.passUnretained(self).toOpaque()
        events.came = { context, viewer in ViewerServer.observer(of: context, viewer) { $0.viewerCame($1) } }
        events.left = { context, viewer in ViewerServer.observer(of: context, viewer) { $0.viewerLeft($1) } }
        events.asked = { context, viewer in ViewerServer.observer(of: context, viewer) { $0.viewerAsked($1) } }
        events.key = { context, viewer, keysym, isPressed in
            ViewerServer.observer(of: context, viewer) {
                $0.viewerPressed(keysym: keysym, isPressed: isPressed, $1)
            }
        }
        events.pointer = { context, viewer, x, y, buttons in
            ViewerServer.observer(of: context, viewer) {
                $0.viewerPointed(x: Int(x), y: Int(y), buttons: buttons, $1)
            }
        }
        events.size = { context, viewer, width, height in
            ViewerServer.observer(of: context, viewer) {
                $0.viewerWishes(width: Int(width), height: Int(height), $1)
            } ?? false
        }
        events.copied = { context, text, length in
            guard let context, let text else { return }
            let server = Unmanaged<ViewerServer>.fromOpaque(context).takeUnretainedValue()
            server.observer?.viewerCopied(Array(UnsafeRawBufferPointer(start: text, count: length)))
        }
        events.login = { context, _, password in
            guard let context, let password else { return false }
            let server = Unmanaged<ViewerServer>.fromOpaque(context).takeUnretainedValue()
            return server.protection?.accepts(String(cString: password)) ?? false
        }
        try open(address, events)
        if let protection, !kagami_vnc_protect(server, protection.key, protection.certificate) {
            throw CommandFailure(
                "cannot use \(protection.certificate) with \(protection.key): give a certificate and its key, both in PEM"
            )
        }
        let listener = kagami_vnc_listener(server)
        Self.keepAlive(listener)
        source = try loop.watch(kagami_vnc_descriptor(server)) { [weak self] _ in self?.dispatch() }
    }

    deinit {
        source?.cancel()
        if let server { kagami_vnc_close(server) }
    }

    private func open(_ address: ListenAddress, _ events: kagami_vnc_events) throws {
        var events = events
        switch address {
        case .tcp(let address): server = kagami_vnc_open(address.host, address.port, &events)
        case .unix(let address):
            try Self.removeStaleSocket(at: address)
            // Others may not connect.
            let mask = umask(0o077)
            defer { umask(mask) }
            server = kagami_vnc_open(address.path, 0, &events)
        }
        guard server == nil else { return }
        let reason = errno
        let remedy =
            reason == EADDRINUSE
            ? "another program listens there; choose another port or path with --listen"
            : "choose another with --listen"
        throw CommandFailure("cannot listen on \(address): \(String(cString: strerror(reason))); \(remedy)")
    }

    /// Removes the socket of a program that has ended without doing so.
    private static func removeStaleSocket(at address: SocketAddress) throws {
        let path = address.path
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw CommandFailure("\(path) exists and is not a socket: remove it, or choose another path with --listen")
        }
        if let probe = address.connect() {
            close(probe)
        } else if errno == ECONNREFUSED {
            unlink(path)
        }
    }

    /// Ends the connections of machines that have vanished, which the listening socket's connections inherit.
    private static func keepAlive(_ listener: CInt) {
        var on: CInt = 1
        var idleSeconds: CInt = 20
        var lostMilliseconds: CUnsignedInt = 60_000
        setsockopt(listener, SOL_SOCKET, SO_KEEPALIVE, &on, socklen_t(MemoryLayout<CInt>.size))
        setsockopt(listener, CInt(IPPROTO_TCP), TCP_KEEPIDLE, &idleSeconds, socklen_t(MemoryLayout<CInt>.size))
        setsockopt(
            listener, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, &lostMilliseconds,
            socklen_t(MemoryLayout<CUnsignedInt>.size))
    }

    // MARK: What viewers do

    private static func observer<Result>(
        of context: UnsafeMutableRawPointer?, _ viewer: UnsafeRawPointer?,
        _ action: (any ViewerObserver, ViewerID) -> Result
    ) -> Result? {
        guard let context, let viewer else { return nil }
        let server = Unmanaged<ViewerServer>.fromOpaque(context).takeUnretainedValue()
        return server.observer.map { action($0, ViewerID(viewer)) }
    }

    private func dispatch() {
        guard isListening else { return }
        admit()
        kagami_vnc_dispatch(server)
    }

    /// Closes new connections while there are as many as may be, and watches over the others until they have said who they are. The library
    /// has no limit, counts none that have not said so, and waits for them for good.
    private func admit() {
        let listener = kagami_vnc_listener(server)
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) > 0 {
            guard connections.count >= limit else { return watch(for: Self.silenceMilliseconds) }
            let refused = accept(listener, nil, nil)
            guard refused >= 0 else { return }
            close(refused)
        }
    }

    /// How long a connection may be silent before it has said who it is.
    private static let silenceMilliseconds: Int64 = 5000

    /// Looks for silent connections after a time, or earlier if it was to look before.
    private func watch(for milliseconds: Int64) {
        guard !isWatching else { return }
        isWatching = true
        greeting.arm(after: milliseconds * 1000)
    }

    /// Ends the connections that are silent, and looks again while some may become so.
    private func closeSilent() {
        isWatching = false
        let silences = connections.map { (connection: $0, time: kagami_vnc_silence($0)) }.filter { $0.time >= 0 }
        // The library sees their end, and closes them.
        for silent in silences where silent.time >= Self.silenceMilliseconds {
            shutdown(silent.connection, CInt(SHUT_RDWR))
        }
        let first = silences.map(\.time).filter { $0 < Self.silenceMilliseconds }.max()
        if let first { watch(for: Self.silenceMilliseconds - first) }
    }

    /// The sockets of the process that came from the listening one: they have its port, or its path.
    private var connections: [CInt] {
        let listener = kagami_vnc_listener(server)
        guard let own = LocalEnd(of: listener) else { return [] }
        return DirectoryEntry.all(in: "/proc/self/fd").compactMap { CInt($0.name) }.filter {
            $0 != listener && LocalEnd(of: $0) == own
        }
    }

    /// The part of a socket's own address that it has in common with the listening one.
    private enum LocalEnd: Hashable {
        case port(UInt16)
        case path([UInt8])

        /// Nil for what is no socket, and for sockets without a name.
        init?(of descriptor: CInt) {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let isKnown = withUnsafeMutablePointer(to: &storage) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
            }
            guard isKnown else { return nil }
            let bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(length))) }
            switch CInt(storage.ss_family) {
            case AF_INET, AF_INET6: self = .port(UInt16(bytes[2]) << 8 | UInt16(bytes[3]))
            case AF_UNIX where bytes.count > 2: self = .path(Array(bytes[2...].prefix { $0 != 0 }))
            default: return nil
            }
        }
    }

    // MARK: What viewers see

    func name(_ text: String) {
        kagami_vnc_name(server, text)
    }

    /// Whether somebody is connected who has not said who they are, beside this many viewers. The library sends texts to them, too.
    func hasStrangers(beside viewers: Int) -> Bool {
        connections.count > viewers
    }

    /// Gives all viewers a text to paste.
    func send(_ text: String) {
        let bytes = ViewerText.encode(text, isUnicode: kagami_vnc_texts_are_unicode())
        bytes.withUnsafeBytes {
            kagami_vnc_send_text(server, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
        }
    }

    /// Shows a picture; `pixels` is held until no viewer needs it any more.
    func show(_ pixels: SharedPixels, damage: [kagami_rect]) {
        let size = pixels.size
        let hold = Unmanaged.passRetained(pixels)
        let isShown = kagami_vnc_show(
            server, pixels.memory, UInt16(clamping: size.width), UInt16(clamping: size.height),
            Int32(clamping: pixels.stride), damage, damage.count,
            { context in
                if let context { Unmanaged<SharedPixels>.fromOpaque(context).release() }
            }, hold.toOpaque())
        if !isShown { hold.release() }
    }
}
