import CWLCS
import Geometry

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
