import CWLCS
import Geometry

/// What the runner holds of a touchscreen with one finger.
struct TouchRecord {
    /// First, so that the runner's pointer to it is a pointer to the record.
    private var functions: WlcsTouch
    private let server: Unmanaged<ConformanceServer>
    private let slot: Int32

    static func make(for server: ConformanceServer) -> UnsafeMutablePointer<WlcsTouch> {
        let record = UnsafeMutablePointer<TouchRecord>.allocate(capacity: 1)
        let slot = server.nextTouchSlot()
        record.initialize(to: TouchRecord(functions: functionTable, server: .passRetained(server), slot: slot))
        return UnsafeMutableRawPointer(record).assumingMemoryBound(to: WlcsTouch.self)
    }

    private static func record(of touch: UnsafeMutablePointer<WlcsTouch>?) -> UnsafeMutablePointer<TouchRecord>? {
        touch.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: TouchRecord.self) }
    }

    private static func perform(
        _ touch: UnsafeMutablePointer<WlcsTouch>?, _ body: (ConformanceServer, Int32) -> Void
    ) {
        guard let record = record(of: touch) else { return }
        body(record.pointee.server.takeUnretainedValue(), record.pointee.slot)
    }

    private static func destroy(_ touch: UnsafeMutablePointer<WlcsTouch>?) {
        guard let record = record(of: touch) else { return }
        record.pointee.server.release()
        record.deinitialize(count: 1)
        record.deallocate()
    }

    /// The runner passes whole pixels here, although its header says fixed point.
    private static var functionTable: WlcsTouch {
        WlcsTouch(
            version: UInt32(WLCS_TOUCH_VERSION),
            touch_down: { touch, x, y in
                let point = Point<PanelSpace>(x: Double(x), y: Double(y))
                TouchRecord.perform(touch) { $0.touchDown(slot: $1, at: point) }
            },
            touch_move: { touch, x, y in
                let point = Point<PanelSpace>(x: Double(x), y: Double(y))
                TouchRecord.perform(touch) { $0.touchMotion(slot: $1, to: point) }
            },
            touch_up: { touch in TouchRecord.perform(touch) { $0.touchUp(slot: $1) } },
            destroy: { TouchRecord.destroy($0) })
    }
}
