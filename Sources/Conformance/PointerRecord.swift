import CWLCS
import Geometry

/// What the runner holds of a pointer.
struct PointerRecord {
    /// First, so that the runner's pointer to it is a pointer to the record.
    private var functions: WlcsPointer
    private let server: Unmanaged<ConformanceServer>

    static func make(for server: ConformanceServer) -> UnsafeMutablePointer<WlcsPointer> {
        let record = UnsafeMutablePointer<PointerRecord>.allocate(capacity: 1)
        record.initialize(to: PointerRecord(functions: functionTable, server: .passRetained(server)))
        return UnsafeMutableRawPointer(record).assumingMemoryBound(to: WlcsPointer.self)
    }

    private static func server(of pointer: UnsafeMutablePointer<WlcsPointer>?) -> ConformanceServer? {
        record(of: pointer)?.pointee.server.takeUnretainedValue()
    }

    private static func record(of pointer: UnsafeMutablePointer<WlcsPointer>?) -> UnsafeMutablePointer<PointerRecord>? {
        pointer.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: PointerRecord.self) }
    }

    private static func destroy(_ pointer: UnsafeMutablePointer<WlcsPointer>?) {
        guard let record = record(of: pointer) else { return }
        record.pointee.server.release()
        record.deinitialize(count: 1)
        record.deallocate()
    }

    private static var functionTable: WlcsPointer {
        WlcsPointer(
            version: UInt32(WLCS_POINTER_VERSION),
            move_absolute: {
                PointerRecord.server(of: $0)?.pointerMove(
                    to: Point(x: wl_fixed_to_double($1), y: wl_fixed_to_double($2)))
            },
            move_relative: {
                PointerRecord.server(of: $0)?.pointerMove(dx: wl_fixed_to_double($1), dy: wl_fixed_to_double($2))
            },
            button_up: { PointerRecord.server(of: $0)?.pointerButton($1, pressed: false) },
            button_down: { PointerRecord.server(of: $0)?.pointerButton($1, pressed: true) },
            destroy: { PointerRecord.destroy($0) })
    }
}
