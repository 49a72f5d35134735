import CWLCS

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

    private static func send(
        _ kind: TouchCommand.Kind, _ touch: UnsafeMutablePointer<WlcsTouch>?, x: CInt = 0, y: CInt = 0
    ) {
        guard let record = record(of: touch) else { return }
        record.pointee.server.takeUnretainedValue().touches?.send(
            TouchCommand(kind: kind.rawValue, slot: record.pointee.slot, x: Double(x), y: Double(y)))
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
            touch_down: { TouchRecord.send(.down, $0, x: $1, y: $2) },
            touch_move: { TouchRecord.send(.motion, $0, x: $1, y: $2) },
            touch_up: { TouchRecord.send(.up, $0) },
            destroy: { TouchRecord.destroy($0) })
    }
}
