import Glibc
import Logging
package import Runtime

/// Accepts clients on a listening socket of the service's own, all with the same privilege.
package final class ClientListener {
    private let display: WaylandDisplay
    private let descriptor: OwnedDescriptor
    private let privilege: ClientPrivilege
    private let logger = Logger(label: "kagami.wayland")
    private var source: DescriptorSource?
    private var acceptAgain: Timer?

    /// The pause, in microseconds, after the process ran out of descriptors.
    static let pauseMicroseconds: Int64 = 500_000

    /// The socket must not block, and only the service and the service manager may have it.
    package init(_ display: WaylandDisplay, descriptor: OwnedDescriptor, privilege: ClientPrivilege)
        throws(RuntimeError)
    {
        self.display = display
        self.descriptor = descriptor
        self.privilege = privilege
        acceptAgain = display.loop.makeTimer { [weak self] in self?.source?.update(.readable) }
        source = try display.loop.watch(descriptor.number) { [weak self] in self?.ready($0) }
    }

    deinit {
        source?.cancel()
    }

    private func ready(_ readiness: Readiness) {
        if readiness.hasEnded { return source?.cancel() ?? () }
        do throws(RuntimeError) {
            display.serve(try descriptor.nextClient(spares: 1), privilege, logger)
        } catch {
            if error.isPassing { return }
            // The socket stays readable while no descriptor is free: pause instead of spinning.
            logger.warning("cannot accept client, will retry", metadata: ["reason": "\(error)"])
            source?.update([])
            acceptAgain?.arm(after: Self.pauseMicroseconds)
        }
    }
}

/// Accepts clients on a listening socket that another process also has.
///
/// The flags, the queue and the end of the socket are shared. So accepting may block, whatever was set or checked
/// before: another process may take the waiting client and make the socket blocking in between. A thread accepts, one
/// client at a time. A thread that is left waiting takes the next client, or ends with this object.
package final class SharedClientListener {
    private let display: WaylandDisplay
    private let descriptor: OwnedDescriptor
    private let privilege: ClientPrivilege
    private let onEnd: () -> Void
    private let logger = Logger(label: "kagami.wayland")
    private var source: DescriptorSource?
    private var accepting: BackgroundWork<Result<OwnedDescriptor, RuntimeError>>?
    private var acceptAgain: Timer?

    /// Calls `onEnd` when a process has shut the socket down, so that nobody can connect any more.
    package init(
        _ display: WaylandDisplay, descriptor: OwnedDescriptor, privilege: ClientPrivilege,
        onEnd: @escaping () -> Void
    ) throws(RuntimeError) {
        self.display = display
        self.descriptor = descriptor
        self.privilege = privilege
        self.onEnd = onEnd
        acceptAgain = display.loop.makeTimer { [weak self] in self?.wait() }
        source = try display.loop.watch(descriptor.number, for: [.readable, .endOfInput]) { [weak self] in
            self?.ready($0)
        }
    }

    deinit {
        source?.cancel()
        // This wakes the thread. If no other process takes clients from the queue, no thread waits and the socket stays open.
        if accepting != nil { shutdown(descriptor.number, CInt(SHUT_RDWR)) }
    }

    private func ready(_ readiness: Readiness) {
        if readiness.hasEnded { return end() }
        guard readiness.contains(.readable), accepting == nil else { return }
        source?.update(.endOfInput)
        do throws(RuntimeError) {
            accepting = try BackgroundWork(loop: display.loop) { [descriptor] in
                Result { () throws(RuntimeError) in
                    OwnedDescriptor(owning: try descriptor.nextClient(spares: 2))
                }
            } whenDone: { [weak self] in
                self?.accepted($0)
            }
        } catch {
            pause(error)
        }
    }

    private func accepted(_ result: Result<OwnedDescriptor, RuntimeError>) {
        accepting = nil
        switch result {
        case .success(let client):
            // The client gets a copy of the descriptor, because the result closes its own.
            display.serve(fcntl(client.number, F_DUPFD_CLOEXEC, 0), privilege, logger)
            wait()
        case .failure(let error) where error.isPassing: wait()
        case .failure(let error) where error.errorNumber == EINVAL: end()
        case .failure(let error): pause(error)
        }
    }

    private func wait() {
        source?.update([.readable, .endOfInput])
    }

    private func pause(_ error: RuntimeError) {
        logger.warning("cannot accept client, will retry", metadata: ["reason": "\(error)"])
        source?.update(.endOfInput)
        acceptAgain?.arm(after: ClientListener.pauseMicroseconds)
    }

    private func end() {
        source?.cancel()
        source = nil
        acceptAgain?.disarm()
        onEnd()
    }
}

extension Readiness {
    /// True if nobody can connect any more, even if the socket is readable.
    fileprivate var hasEnded: Bool { !isDisjoint(with: [.hungUp, .failed, .endOfInput]) }
}

extension RuntimeError {
    /// True if accepting failed because the client is gone or another process has taken it.
    fileprivate var isPassing: Bool { [EAGAIN, EINTR, ECONNABORTED].contains(errorNumber) }
}

extension OwnedDescriptor {
    /// Accepts the next client of a listening socket. This may block if the socket is blocking.
    ///
    /// Fails unless `spares` more descriptors are free. A client takes them later, and without them it would be
    /// disconnected instead of waiting.
    fileprivate func nextClient(spares: Int) throws(RuntimeError) -> CInt {
        var held: [CInt] = []
        defer { for spare in held { close(spare) } }
        for _ in 0..<spares {
            let spare = fcntl(number, F_DUPFD_CLOEXEC, 0)
            guard spare >= 0 else { throw RuntimeError("accept") }
            held.append(spare)
        }
        let client = accept(number, nil, nil)
        guard client >= 0 else { throw RuntimeError("accept") }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        return client
    }
}

extension WaylandDisplay {
    /// Serves an accepted client.
    fileprivate func serve(_ client: CInt, _ privilege: ClientPrivilege, _ logger: Logger) {
        guard client < 0 || addClient(descriptor: client, privilege: privilege) == nil else { return }
        logger.warning("client not accepted", metadata: ["errno": "\(errno)"])
        if client >= 0 { close(client) }
    }
}
