import Glibc
import Logging
package import Mirroring
package import Runtime

/// Xwayland, which is started with the first X client, ends when it is no longer used, and is started again with the next.
///
/// ```
/// listening -> starting -> connecting -> running -> (its end) -> listening, or waiting if it has failed
/// ```
package final class XServer {
    private enum State {
        /// Nobody has connected yet.
        case listening
        /// Xwayland runs, and has not said yet that it accepts the window manager.
        case starting(Run)
        /// A thread connects the window manager.
        case connecting(Run)
        case running(Run, XConnection, XWindowAdapter, XDragAdapter)
        /// Xwayland has failed; it is not started again before a timer ends.
        case waiting
        case closed
    }

    /// One run of Xwayland.
    private final class Run {
        let began: Int64
        var process: ChildProcess?
        var windowManager: OwnedDescriptor?
        var ready: OwnedDescriptor?
        var readySource: DescriptorSource?
        var connecting: BackgroundWork<XLink?>?

        init(began: Int64) {
            self.began = began
        }
    }

    package let sockets: XSockets
    private let program: String
    private let environment: [String: String]
    private let cursorSize: Int
    private let loop: EventLoop
    private let port: any XWindowPort
    private let selections: any XSelectionPort
    private let drags: any XDragPort
    /// Makes the descriptor a Wayland client of the content; false if that fails, and the caller closes it.
    private let serve: (CInt) -> Bool
    private let logger = Logger(label: "kagami.x11")
    private var state = State.listening
    private var sources: [DescriptorSource] = []
    private var failures = 0
    private var timer: Timer?
    /// Called when Xwayland has ended.
    package var whenEnded: () -> Void = {}

    /// The seconds after the last X client at which Xwayland ends.
    private static let idleSeconds = 10
    /// The time in microseconds in which Xwayland must accept the window manager.
    private static let patience: Int64 = 20_000_000
    /// A run that ends within this time has failed.
    private static let shortRun: Int64 = 5_000_000

    /// Listens for X clients. `program` is the path of Xwayland, and `cursorSize` that of a pointer at a scale of 1.
    package init(
        _ sockets: XSockets, program: String, environment: [String: String], cursorSize: Int, loop: EventLoop,
        port: any XWindowPort, selections: any XSelectionPort, drags: any XDragPort, serve: @escaping (CInt) -> Bool
    ) throws(RuntimeError) {
        self.sockets = sockets
        self.program = program
        self.environment = environment
        self.cursorSize = cursorSize
        self.loop = loop
        self.port = port
        self.selections = selections
        self.drags = drags
        self.serve = serve
        timer = loop.makeTimer { [weak self] in self?.timeIsUp() }
        for socket in sockets.listening {
            sources.append(try loop.watch(socket.number) { [weak self] _ in self?.clientCame() })
        }
    }

    /// The value of DISPLAY.
    package var name: String { ":\(sockets.number)" }

    /// Xwayland's process while it runs.
    package var process: ChildProcess? {
        switch state {
        case .starting(let run), .connecting(let run), .running(let run, _, _, _): run.process
        case .listening, .waiting, .closed: nil
        }
    }

    /// Starts no more runs. The caller ends the process.
    package func close() {
        for source in sources { source.cancel() }
        sources = []
        timer?.disarm()
        if process == nil { state = .closed }
    }

    private func watch(_ isWatching: Bool) {
        for source in sources { source.update(isWatching ? .readable : []) }
    }

    private func clientCame() {
        guard case .listening = state else { return }
        watch(false)
        let run = Run(began: loop.turnTime)
        do throws(RuntimeError) {
            try start(run)
            state = .starting(run)
            timer?.arm(after: Self.patience)
        } catch {
            logger.warning("Xwayland does not start", metadata: ["reason": "\(error)"])
            failed()
        }
    }

    private func start(_ run: Run) throws(RuntimeError) {
        let wayland = try OwnedPair()
        let windowManager = try OwnedPair()
        let ready = try OwnedDescriptor.pipe()
        let listening = sockets.listening.map(\.number)
        // The child's descriptors are numbered from 3 on.
        let numbers = listening.indices.map { "\(6 + $0)" }
        let command =
            [program, name, "-rootless", "-terminate", "\(Self.idleSeconds)", "-wm", "4", "-displayfd", "5"]
            + numbers.flatMap { ["-listenfd", $0] }
        var environment = environment
        environment["WAYLAND_SOCKET"] = "3"
        for name in ["WAYLAND_DISPLAY", "DISPLAY"] { environment[name] = nil }
        // Xwayland's messages are for its own developers.
        let silent = logger.logLevel <= .debug ? nil : try OwnedDescriptor(opening: "/dev/null", O_WRONLY)
        run.process = try ChildProcess(
            loop: loop, command: command, environment: environment,
            descriptors: [wayland.theirs.number, windowManager.theirs.number, ready.writing.number] + listening,
            output: silent?.number, endsWithParent: true
        ) { [weak self] in self?.ended($0) }
        // The display takes over the descriptor.
        let client = fcntl(wayland.ours.number, F_DUPFD_CLOEXEC, 0)
        if client < 0 || !serve(client) {
            if client >= 0 { Glibc.close(client) }
            run.process?.terminate()
        }
        run.windowManager = windowManager.ours
        run.ready = ready.reading
        run.readySource = try loop.watch(ready.reading.number) { [weak self] _ in self?.accepts() }
    }

    /// Xwayland writes its number, and then accepts the window manager; or it has ended.
    private func accepts() {
        guard case .starting(let run) = state, let ready = run.ready else { return }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(ready.number, &bytes, bytes.count)
        if count > 0, !bytes.prefix(count).contains(UInt8(ascii: "\n")) { return }
        run.readySource?.cancel()
        run.readySource = nil
        run.ready = nil
        guard let descriptor = run.windowManager.map({ fcntl($0.number, F_DUPFD_CLOEXEC, 0) }), descriptor >= 0 else {
            return giveUp("no descriptor for the window manager")
        }
        run.windowManager = nil
        do throws(RuntimeError) {
            let settings = XSettings(scale: port.scale, cursorSize: cursorSize)
            run.connecting = try BackgroundWork(loop: loop) {
                XLink(descriptor: descriptor, settings: settings)
            } whenDone: { [weak self] in
                self?.connected($0)
            }
            state = .connecting(run)
        } catch {
            Glibc.close(descriptor)
            giveUp("\(error)")
        }
    }

    private func connected(_ link: XLink?) {
        guard case .connecting(let run) = state else { return }
        run.connecting = nil
        guard let link else { return giveUp("it does not take the window manager") }
        do throws(RuntimeError) {
            let connection = try XConnection(link, loop: loop)
            connection.onEnd = { [weak self] in self?.giveUp("the connection has ended") }
            let adapter = XWindowAdapter(connection, port: port, cursorSize: cursorSize)
            let selections = XSelectionAdapter(connection, loop: loop, port: selections)
            state = .running(
                run, connection, adapter, XDragAdapter(connection, loop: loop, port: drags, selections: selections))
            // It may have changed while the thread connected.
            adapter.scaleChanged(to: port.scale)
            timer?.disarm()
            logger.info("Xwayland runs", metadata: ["display": "\(name)"])
        } catch {
            giveUp("\(error)")
        }
    }

    private func timeIsUp() {
        switch state {
        case .starting, .connecting: giveUp("it does not become ready")
        case .waiting:
            state = .listening
            watch(true)
        case .listening, .running, .closed: break
        }
    }

    /// Ends Xwayland, which cannot be used; `ended` follows.
    private func giveUp(_ reason: String) {
        logger.info("Xwayland is ended", metadata: ["reason": "\(reason)"])
        process?.terminate(patience: 1_000_000)
    }

    private func ended(_ exit: ProcessExit) {
        let began: Int64
        switch state {
        case .starting(let run), .connecting(let run), .running(let run, _, _, _): began = run.began
        case .listening, .waiting, .closed: return
        }
        port.hideAll()
        if case .running(_, _, _, let drags) = state { drags.end() }
        let hasFailed = exit != .exited(code: 0) || loop.turnTime - began < Self.shortRun
        let isClosed = sources.isEmpty
        timer?.disarm()
        if isClosed {
            state = .closed
        } else if hasFailed {
            logger.warning("Xwayland ended", metadata: ["how": "\(exit)"])
            failed()
        } else {
            failures = 0
            state = .listening
            watch(true)
        }
        whenEnded()
    }

    /// Waits before Xwayland is started again, for longer after each failure.
    private func failed() {
        failures += 1
        state = .waiting
        timer?.arm(after: min(250_000 << Int64(min(failures, 8)), 30_000_000))
    }
}

/// A socket pair, whose ends are closed with it.
private struct OwnedPair {
    let ours: OwnedDescriptor
    let theirs: OwnedDescriptor

    init() throws(RuntimeError) {
        let ends = try SocketPair.make()
        (ours, theirs) = (OwnedDescriptor(owning: ends.ours), OwnedDescriptor(owning: ends.theirs))
    }
}
