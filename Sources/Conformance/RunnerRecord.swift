/// The runner's handle of one of our objects: a function table followed by the data for the functions.
struct RunnerRecord<Functions> {
    /// First, so that the runner's pointer to it is a pointer to the record.
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
