public import CWLCS
import Geometry

/// The runner's handle of one of our objects: a function table followed by the data for the functions.
struct RunnerRecord<Functions> {
    /// This member is first, so that the runner's pointer to it is also a pointer to the record.
    private var functions: Functions
    private let owner: Unmanaged<ConformanceServer>
    /// The slot of a touchscreen's only finger; unused by other objects.
    let slot: Int32

    /// Makes the record, which retains the server until `destroy`.
    static func make(
        _ functions: Functions, for server: ConformanceServer, slot: Int32 = 0
    ) -> UnsafeMutablePointer<Functions> {
        let record = UnsafeMutablePointer<RunnerRecord>.allocate(capacity: 1)
        record.initialize(to: RunnerRecord(functions: functions, owner: .passRetained(server), slot: slot))
        return UnsafeMutableRawPointer(record).assumingMemoryBound(to: Functions.self)
    }

    /// The record behind the runner's pointer.
    static func of(_ object: UnsafeRawPointer?) -> RunnerRecord? {
        object?.assumingMemoryBound(to: RunnerRecord.self).pointee
    }

    static func destroy(_ object: UnsafeMutablePointer<Functions>?) {
        guard let object else { return }
        let record = UnsafeMutableRawPointer(object).assumingMemoryBound(to: RunnerRecord.self)
        record.pointee.owner.release()
        record.deinitialize(count: 1)
        record.deallocate()
    }

    var server: ConformanceServer { owner.takeUnretainedValue() }
}

/// The runner's handle of a server.
typealias ServerRecord = RunnerRecord<WlcsDisplayServer>

extension RunnerRecord where Functions == WlcsDisplayServer {
    /// Makes a server; nil on failure.
    static func make() -> UnsafeMutablePointer<WlcsDisplayServer>? {
        ConformanceServer.make().map { make(functionTable, for: $0) }
    }

    /// Everything runs on the runner's thread, which makes its calls from the loop that it passes to `run`.
    private static var functionTable: WlcsDisplayServer {
        WlcsDisplayServer(
            version: UInt32(WLCS_DISPLAY_SERVER_VERSION),
            start: nil,
            stop: { ServerRecord.of($0)?.server.stop() },
            create_client_socket: { ServerRecord.of($0)?.server.makeClientSocket() ?? -1 },
            position_window_absolute: { server, client, surface, x, y in
                guard let client, let surface else { return }
                ServerRecord.of(server)?.server.positionWindow(of: surface, client: client, x: x, y: y)
            },
            create_pointer: { ServerRecord.of($0).map { PointerRecord.make(for: $0.server) } },
            create_touch: { ServerRecord.of($0).map { TouchRecord.make(for: $0.server) } },
            get_descriptor: { UnsafePointer(ServerRecord.of($0)?.server.extensions.descriptor) },
            start_on_this_thread: { server, loop in
                guard let loop else { return }
                ServerRecord.of(server)?.server.run(dispatching: loop)
            })
    }
}

/// Makes a server for one test; the runner destroys it.
@c(kagami_wlcs_create_server)
public func createServer(
    _ argumentCount: CInt, _ arguments: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> UnsafeMutablePointer<WlcsDisplayServer>? {
    ServerRecord.make()
}

/// Destroys a server made by `createServer`.
@c(kagami_wlcs_destroy_server)
public func destroyServer(_ server: UnsafeMutablePointer<WlcsDisplayServer>?) {
    server.map(ServerRecord.destroy)
}

/// The runner's handle of a pointer.
typealias PointerRecord = RunnerRecord<WlcsPointer>

extension RunnerRecord where Functions == WlcsPointer {
    static func make(for server: ConformanceServer) -> UnsafeMutablePointer<WlcsPointer> {
        make(functionTable, for: server)
    }

    private static var functionTable: WlcsPointer {
        WlcsPointer(
            version: UInt32(WLCS_POINTER_VERSION),
            move_absolute: {
                PointerRecord.of($0)?.server.pointerMove(
                    to: Point(x: wl_fixed_to_double($1), y: wl_fixed_to_double($2)))
            },
            move_relative: {
                PointerRecord.of($0)?.server.pointerMove(dx: wl_fixed_to_double($1), dy: wl_fixed_to_double($2))
            },
            button_up: { PointerRecord.of($0)?.server.pointerButton($1, pressed: false) },
            button_down: { PointerRecord.of($0)?.server.pointerButton($1, pressed: true) },
            destroy: { PointerRecord.destroy($0) })
    }
}

/// The runner's handle of a touchscreen with one finger.
typealias TouchRecord = RunnerRecord<WlcsTouch>

extension RunnerRecord where Functions == WlcsTouch {
    static func make(for server: ConformanceServer) -> UnsafeMutablePointer<WlcsTouch> {
        make(functionTable, for: server, slot: server.nextTouchSlot())
    }

    private static func send(
        _ kind: TouchMessage.Kind, _ touch: UnsafeMutablePointer<WlcsTouch>?, x: CInt = 0, y: CInt = 0
    ) {
        guard let record = of(touch) else { return }
        record.server.touches?.send(
            TouchMessage(kind: kind.rawValue, slot: record.slot, x: Double(x), y: Double(y)))
    }

    /// The runner passes whole pixels here, although its header documents fixed point.
    private static var functionTable: WlcsTouch {
        WlcsTouch(
            version: UInt32(WLCS_TOUCH_VERSION),
            touch_down: { TouchRecord.send(.down, $0, x: $1, y: $2) },
            touch_move: { TouchRecord.send(.motion, $0, x: $1, y: $2) },
            touch_up: { TouchRecord.send(.up, $0) },
            destroy: { TouchRecord.destroy($0) })
    }
}
