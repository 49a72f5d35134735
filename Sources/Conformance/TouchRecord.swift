import CWLCS

/// The runner's handle of a touchscreen with one finger.
typealias TouchRecord = RunnerRecord<WlcsTouch>

extension RunnerRecord where Functions == WlcsTouch {
    static func make(for server: ConformanceServer) -> UnsafeMutablePointer<WlcsTouch> {
        make(functionTable, for: server, slot: server.nextTouchSlot())
    }

    private static func send(
        _ kind: TouchCommand.Kind, _ touch: UnsafeMutablePointer<WlcsTouch>?, x: CInt = 0, y: CInt = 0
    ) {
        guard let record = of(touch) else { return }
        record.server.touches?.send(
            TouchCommand(kind: kind.rawValue, slot: record.slot, x: Double(x), y: Double(y)))
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
