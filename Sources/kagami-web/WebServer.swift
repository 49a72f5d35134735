import CLinux
import CWebSockets
import Control
import Glibc
import KagamiCommands
import Mirroring
import Runtime

/// Serves the page and its WebSockets by the library libwebsockets, on one thread.
final class WebServer {
    struct Setup {
        let listen: InternetAddress
        /// The files of a certificate and its key; nil to serve without TLS.
        let certificate: (file: String, key: String)?
        /// Where browsers reach the page; nil for where it is served.
        let address: PageAddress?
        let service: SocketAddress
        let site: Site
        /// Whether browsers without a token are never asked for at the panel.
        let refusesAsking: Bool
        let qrencode: String?

        /// Whether browsers come by TLS.
        var isSecure: Bool { address?.isSecure ?? (certificate != nil) }

        /// Whether strangers may ask at the panel. They come from other machines, and what lets them in is for nobody else to read.
        var allowsAsking: Bool { !refusesAsking && isSecure && (!listen.isLoopback || address != nil) }
    }

    /// A reply of which not all is written.
    private struct Body {
        let bytes: [UInt8]
        var written = 0
    }

    private let setup: Setup
    private let screens: ScreenServers
    private let texts: TextPrograms
    private var door: Doorkeeper
    private let fingers = PageInput.Fingers()
    private var context: OpaquePointer?
    private var host: OpaquePointer?
    /// The names of the protocols, for the library.
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private let idlePolicy: UnsafeMutablePointer<lws_retry_bo_t>
    private var names: [UnsafeMutablePointer<CChar>] = []

    private var bodies: [OpaquePointer: Body] = [:]
    private var wires: [OpaquePointer: Wire] = [:]
    /// Connections that were let in and become WebSockets.
    private var entering: [OpaquePointer: (access: Doorkeeper.Access, path: String)] = [:]
    private var askLimit = AskLimit()
    /// Whether a question is at the panel.
    private var isAsking = false
    /// How many connections each address has.
    private var peers: [String: Int] = [:]
    private var peerOfConnection: [OpaquePointer: String] = [:]
    private var signals: CInt = -1
    /// The connection that signals come through; it also has the timer by which the screens' programs are looked after.
    private var keeper: OpaquePointer?
    private var hasEnded = false

    private static let maximumConnections = 256
    private static let maximumConnectionsOfPeer = 64
    private static let maximumSockets = 64

    /// The port where the page is served.
    private(set) var port: UInt16 = 0

    init(_ setup: Setup, _ screens: ScreenServers, _ texts: TextPrograms) throws {
        self.setup = setup
        self.screens = screens
        self.texts = texts
        door = Doorkeeper(names: setup.address.map { [$0.name] } ?? [])
        protocols = .allocate(capacity: WebProtocol.allCases.count + 1)
        idlePolicy = .allocate(capacity: 1)
        try start()
    }

    deinit {
        if let context { lws_context_destroy(context) }
        for name in names { free(name) }
        protocols.deallocate()
        idlePolicy.deallocate()
        if signals >= 0 { close(signals) }
    }

    private func start() throws {
        for (index, name) in WebProtocol.allCases.enumerated() {
            var entry = lws_protocols()
            entry.name = UnsafePointer(text(name.rawValue))
            entry.callback = { connection, reason, _, input, length in
                guard let connection, let context = lws_get_context(connection), let pointer = lws_context_user(context)
                else {
                    return 0
                }
                let server = Unmanaged<WebServer>.fromOpaque(pointer).takeUnretainedValue()
                return server.handle(connection, reason, input, length)
            }
            entry.rx_buffer_size = 16384
            (protocols + index).initialize(to: entry)
        }
        (protocols + WebProtocol.allCases.count).initialize(to: lws_protocols())
        // Browsers that have gone without a word are noticed, and what they hold is released.
        idlePolicy.initialize(to: lws_retry_bo_t())
        idlePolicy.pointee.secs_since_valid_ping = 10
        idlePolicy.pointee.secs_since_valid_hangup = 20

        var info = lws_context_creation_info()
        info.port = CInt(setup.listen.port)
        info.iface = UnsafePointer(text(setup.listen.host))
        info.protocols = UnsafePointer(protocols)
        info.retry_and_idle_policy = UnsafePointer(idlePolicy)
        info.user = Unmanaged.passUnretained(self).toOpaque()
        info.options =
            UInt64(LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME) | UInt64(LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND)
        info.max_http_header_data = 8192
        // One for each connection: idle ones keep nobody waiting.
        info.max_http_header_pool = UInt16(Self.maximumConnections)
        info.timeout_secs = 10
        info.keepalive_timeout = 10
        info.server_string = UnsafePointer(text("kagami"))
        info.alpn = UnsafePointer(text("http/1.1"))
        if let certificate = setup.certificate {
            info.options |= UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
            info.ssl_cert_filepath = UnsafePointer(text(certificate.file))
            info.ssl_private_key_filepath = UnsafePointer(text(certificate.key))
        }
        if let reason = setup.listen.refusal {
            throw CommandFailure("cannot serve at \(setup.listen): \(reason); choose another with --listen")
        }
        lws_set_log_level(0, nil)
        guard let context = lws_create_context(&info), let host = lws_get_vhost_by_name(context, "default") else {
            throw CommandFailure(
                setup.certificate.map {
                    "cannot use the certificate \($0.file) with the key \($0.key): both are files in PEM"
                }
                    ?? "cannot serve at \(setup.listen); choose another with --listen")
        }
        lws_set_log_level(
            CInt(LLL_ERR),
            { _, line in
                if let line { TextOutput.error.write(line: "kagami web: " + String(cString: line).printable) }
            })
        self.context = context
        self.host = host
        port = UInt16(clamping: lws_get_vhost_listen_port(host))
        try watchSignals(host)
    }

    /// Copies a text for the library, which keeps it.
    private func text(_ text: String) -> UnsafeMutablePointer<CChar> {
        let copy = strdup(text)!
        names.append(copy)
        return copy
    }

    /// An address that lets one browser in.
    func invite(_ access: Doorkeeper.Access, isForOthers: Bool = false) -> String {
        "\(isSecure ? "https" : "http")://\(authority)/#\(token(access, isForOthers: isForOthers))"
    }

    private func token(_ access: Doorkeeper.Access, isForOthers: Bool) -> String {
        let now = BootClock.now
        return door.invite(access, until: isForOthers ? now + Doorkeeper.patience : nil, now: now)
    }

    private var isSecure: Bool { setup.isSecure }

    private var authority: String {
        if let address = setup.address { return address.authority }
        if setup.listen.isAny { return "\(InternetAddress.ofThisMachine(port: port) ?? .loopback(port: port))" }
        var address = setup.listen
        address.port = port
        return "\(address)"
    }

    /// Serves until a signal asks for the end.
    func run() {
        while !hasEnded, lws_service(context, 0) >= 0 {}
        screens.endAll()
        texts.endAll()
    }

    /// Looks after the screens' programs as long as there are any.
    private func keepScreens() {
        screens.keep(now: MonotonicClock.now)
        if screens.isBusy { lws_set_timer_usecs(keeper, Self.lookMicroseconds) }
    }

    private static let lookMicroseconds: Int64 = 500_000

    // MARK: What the library reports

    private func handle(
        _ connection: OpaquePointer, _ reason: lws_callback_reasons, _ input: UnsafeMutableRawPointer?, _ length: Int
    ) -> CInt {
        let bytes = UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : length)
        switch reason {
        case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
            return admits(peer: Self.peer(of: CInt(Int(bitPattern: input)))) ? 0 : 1
        case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
            let peer = Self.peer(of: lws_get_socket_fd(connection))
            // Sockets of this machine have none.
            if !peer.isEmpty {
                peers[peer, default: 0] += 1
                peerOfConnection[connection] = peer
            }
        case LWS_CALLBACK_WSI_DESTROY: forget(connection)
        case LWS_CALLBACK_HTTP:
            return answer(connection, String(decoding: bytes, as: UTF8.self))
        case LWS_CALLBACK_HTTP_WRITEABLE: return goOn(connection)
        case LWS_CALLBACK_CLOSED_HTTP: bodies[connection] = nil
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return upgrade(connection)
        case LWS_CALLBACK_ESTABLISHED: return join(connection) ? 0 : -1
        case LWS_CALLBACK_RECEIVE:
            let isLast = lws_is_final_fragment(connection) != 0 && lws_remaining_packet_payload(connection) == 0
            wires[connection]?.received(bytes, isLast: isLast)
        case LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_RAW_WRITEABLE_FILE:
            return wires[connection]?.writable() == false ? -1 : 0
        case LWS_CALLBACK_RAW_RX_FILE:
            if connection == keeper {
                hasEnded = true
                return 0
            }
            return wires[connection]?.readable() == false ? -1 : 0
        case LWS_CALLBACK_TIMER: connection == keeper ? keepScreens() : wires[connection]?.timerFired()
        case LWS_CALLBACK_CLOSED, LWS_CALLBACK_RAW_CLOSE_FILE: wires.removeValue(forKey: connection)?.closed()
        default: return lws_callback_http_dummy(connection, reason, nil, input, length)
        }
        return 0
    }

    private func forget(_ connection: OpaquePointer) {
        wires.removeValue(forKey: connection)?.closed()
        bodies[connection] = nil
        entering[connection] = nil
        guard let peer = peerOfConnection.removeValue(forKey: connection), let count = peers[peer] else { return }
        peers[peer] = count > 1 ? count - 1 : nil
    }

    // MARK: Who gets in

    private func admits(peer: String) -> Bool {
        peerOfConnection.count < Self.maximumConnections && peers[peer, default: 0] < Self.maximumConnectionsOfPeer
    }

    private static func peer(of descriptor: CInt) -> String {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let host = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getpeername(descriptor, address, &size) == 0 ? InternetAddress.host(of: address, size) : nil
            }
        }
        return host ?? ""
    }

    private func header(_ connection: OpaquePointer, _ name: lws_token_indexes) -> String? {
        let length = lws_hdr_total_length(connection, name)
        guard length > 0 else { return nil }
        var text = [CChar](repeating: 0, count: Int(length) + 1)
        guard lws_hdr_copy(connection, &text, length + 1, name) > 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// What the browser may do that sends this request; nil for a stranger.
    private func access(of connection: OpaquePointer) -> Doorkeeper.Access? {
        header(connection, WSI_TOKEN_HTTP_COOKIE).flatMap { cookie(cookieName, in: $0) }.flatMap(door.access)
    }

    /// Of this port alone: browsers keep a machine's cookies together.
    private var cookieName: String { "kagami-\(port)" }

    // MARK: Requests

    private func answer(_ connection: OpaquePointer, _ path: String) -> CInt {
        guard lws_hdr_total_length(connection, WSI_TOKEN_GET_URI) > 0 else {
            return refuse(connection, 405, "only GET")
        }
        guard let host = header(connection, WSI_TOKEN_HOST), door.isOwn(host: host) else {
            return refuse(connection, 403, "this page does not answer to that name: give it to kagami web by --address")
        }
        switch path {
        case "/enter":
            guard let given = header(connection, WSI_TOKEN_HTTP_AUTHORIZATION), given.hasPrefix("Bearer "),
                let secret = door.enter(String(given.dropFirst(7)), now: BootClock.now)
            else {
                return refuse(connection, 403, "the address has been used, or is too old")
            }
            let secure = isSecure ? "; Secure" : ""
            return reply(
                connection, 200, "text/plain", Array("welcome\n".utf8),
                [("set-cookie:", "\(cookieName)=\(secret); Path=/; HttpOnly; SameSite=Strict\(secure)")])
        case "/self":
            guard let access = access(of: connection) else {
                return reply(
                    connection, 401, "application/json", Array(#"{"asks":\#(setup.allowsAsking)}"#.utf8))
            }
            return reply(connection, 200, "application/json", Array(#"{"access":"\#(access.rawValue)"}"#.utf8))
        case "/invitation/full", "/invitation/view":
            guard access(of: connection) == .full else { return refuse(connection, 401, "not let in") }
            let address = invite(path.hasSuffix("view") ? .view : .full, isForOthers: true)
            let picture = QRCode.make(address, as: .picture, program: setup.qrencode)
            let invitation = Invitation(
                address: address, isLocal: setup.listen.isLoopback && setup.address == nil,
                picture: picture.map { String(decoding: $0, as: UTF8.self) })
            return reply(connection, 200, "application/json", JSONLine().encode(invitation))
        default:
            guard let file = setup.site.file(path) else { return refuse(connection, 404, "there is no such page") }
            return reply(connection, 200, file.type, file.bytes)
        }
    }

    private struct Invitation: Encodable {
        let address: String
        /// Whether only this machine reaches the address.
        let isLocal: Bool
        /// The address as a picture, in SVG.
        let picture: String?
    }

    private func refuse(_ connection: OpaquePointer, _ code: UInt32, _ reason: String) -> CInt {
        reply(connection, code, "text/plain; charset=utf-8", Array((reason + "\n").utf8))
    }

    private static let safety = [
        (
            "content-security-policy:",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
                + "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("x-content-type-options:", "nosniff"), ("referrer-policy:", "no-referrer"), ("cache-control:", "no-store"),
        ("cross-origin-resource-policy:", "same-origin"), ("cross-origin-opener-policy:", "same-origin"),
    ]

    private func reply(
        _ connection: OpaquePointer, _ code: UInt32, _ type: String, _ bytes: [UInt8],
        _ headers: [(String, String)] = []
    ) -> CInt {
        var buffer = [UInt8](repeating: 0, count: kagami_lws_room + 4096)
        let isWritten = buffer.withUnsafeMutableBufferPointer { buffer in
            let start = buffer.baseAddress! + kagami_lws_room
            let end = buffer.baseAddress! + buffer.count - 1
            var place: UnsafeMutablePointer<UInt8>? = start
            guard lws_add_http_common_headers(connection, code, type, UInt64(bytes.count), &place, end) == 0 else {
                return false
            }
            for (name, value) in Self.safety + headers
            where lws_add_http_header_by_name(connection, name, value, CInt(value.utf8.count), &place, end) != 0 {
                return false
            }
            return lws_finalize_write_http_header(connection, start, &place, end) == 0
        }
        guard isWritten else { return 1 }
        bodies[connection] = Body(bytes: bytes)
        lws_callback_on_writable(connection)
        return 0
    }

    /// Writes more of a reply's body.
    private func goOn(_ connection: OpaquePointer) -> CInt {
        guard var body = bodies[connection] else { return 0 }
        let part = body.bytes[body.written...].prefix(16384)
        body.written = part.endIndex
        let isLast = body.written == body.bytes.count
        var message = [UInt8](repeating: 0, count: kagami_lws_room) + part
        let written = message.withUnsafeMutableBufferPointer { buffer in
            lws_write(
                connection, buffer.baseAddress! + kagami_lws_room, part.count,
                isLast ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP)
        }
        guard written >= part.count else { return -1 }
        if isLast {
            bodies[connection] = nil
            return lws_http_transaction_completed(connection) != 0 ? -1 : 0
        }
        bodies[connection] = body
        lws_callback_on_writable(connection)
        return 0
    }

    // MARK: WebSockets

    /// Lets a connection become a WebSocket: 0 to do so, else the connection is closed.
    private func upgrade(_ connection: OpaquePointer) -> CInt {
        guard let host = header(connection, WSI_TOKEN_HOST), let origin = header(connection, WSI_TOKEN_ORIGIN),
            door.isOwn(origin: origin, host: host),
            let path = header(connection, WSI_TOKEN_GET_URI), let name = header(connection, WSI_TOKEN_PROTOCOL),
            wires.count < 2 * Self.maximumSockets
        else { return -1 }
        if name == WebProtocol.ask.rawValue, path.hasPrefix(Self.askPath), setup.allowsAsking {
            guard let wanted = Doorkeeper.Access(rawValue: String(path.dropFirst(Self.askPath.count))) else {
                return -1
            }
            entering[connection] = (wanted, path)
            return 0
        }
        guard let access = access(of: connection),
            name == WebProtocol.control.rawValue && path == "/control"
                || name == WebProtocol.screen.rawValue && path.hasPrefix(Self.screenPath)
                || name == WebProtocol.text.rawValue && path == Self.textPath && access == .full
        else { return -1 }
        entering[connection] = (access, path)
        return 0
    }

    private static let screenPath = "/screen/"
    private static let textPath = "/text"
    private static let askPath = "/ask/"

    private func join(_ connection: OpaquePointer) -> Bool {
        guard let (access, path) = entering.removeValue(forKey: connection) else { return false }
        let (isControl, isText) = (path == "/control", path == Self.textPath)
        let isQuestion = path.hasPrefix(Self.askPath)
        let page = Wire(connection, isControl || isQuestion ? .lines : .bytes)
        wires[connection] = page
        if isControl {
            guard let descriptor = setup.service.connect(), let service = adopt(descriptor) else {
                page.finish(code: 1011, "kagami is not running")
                return true
            }
            _ = ControlBridge(page: page, service: service, PageInput(access, fingers))
        } else if isQuestion {
            ask(page, from: peerOfConnection[connection] ?? "", access)
        } else if isText {
            do {
                guard let program = adopt(try texts.start()) else { throw RuntimeError("use a socket for texts") }
                _ = TextBridge(page: page, program: program, texts)
            } catch {
                page.finish(code: 1011, "\(error)")
            }
        } else {
            let output = String(path.dropFirst(Self.screenPath.count))
            guard OutputID.isUsable(output), !output.hasPrefix("-") else {
                page.finish(code: 1008, "that is no display")
                return true
            }
            do {
                _ = try ScreenBridge(page: page, output, screens) { [unowned self] in adopt($0) }
                keepScreens()
            } catch {
                page.finish(code: 1011, "\(error)")
            }
        }
        return true
    }

    /// Asks at the panel, unless somebody else does or this is one question too many.
    private func ask(_ page: Wire, from peer: String, _ access: Doorkeeper.Access) {
        guard !isAsking, askLimit.admits(peer, now: MonotonicClock.now) else {
            return AskBridge.turnAway(page, .busy)
        }
        guard let descriptor = setup.service.connect(), let service = adopt(descriptor) else {
            return AskBridge.turnAway(page, .impossible)
        }
        isAsking = true
        _ = AskBridge(page: page, service: service, from: peer, access) { [unowned self] in
            token(access, isForOthers: true)
        } ended: { [unowned self] in
            isAsking = false
        }
    }

    /// Makes a wire of a connected Unix socket; closes it if that fails.
    private func adopt(_ descriptor: CInt) -> Wire? {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        guard let connection = raw(descriptor) else { return nil }
        let wire = Wire(connection, .descriptor(descriptor))
        wires[connection] = wire
        return wire
    }

    private func raw(_ descriptor: CInt) -> OpaquePointer? {
        var file = lws_sock_file_fd_type()
        file.filefd = descriptor
        return lws_adopt_descriptor_vhost(host, LWS_ADOPT_RAW_FILE_DESC, file, WebProtocol.local.rawValue, nil)
    }

    private func watchSignals(_ host: OpaquePointer) throws {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        sigprocmask(SIG_BLOCK, &set, nil)
        Signals.ignoreFailedWrites()
        signals = signalfd(-1, &set, CInt(SFD_CLOEXEC | SFD_NONBLOCK))
        guard signals >= 0 else { throw RuntimeError("signalfd") }
        keeper = raw(signals)
    }
}

/// The kinds of connections. A browser names the one that it wants.
enum WebProtocol: String, CaseIterable {
    case http = "http"
    /// Lines of the control socket.
    case control = "kagami-control"
    /// A display's pictures, as the VNC protocol has them.
    case screen = "kagami-screen"
    /// Lines of the program for texts.
    case text = "kagami-text"
    /// A stranger's question at the panel.
    case ask = "kagami-ask"
    /// A socket of this machine.
    case local = "kagami-local"
}
