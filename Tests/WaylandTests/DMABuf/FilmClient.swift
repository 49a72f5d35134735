import Mirroring
import WaylandBinding

extension SurfaceClient {
    /// A buffer of planes that lie in files, which must be there until the round trip is done, and its parameters' object.
    func makeDMABuf(
        _ planes: [(file: CInt, offset: UInt32, stride: UInt32)], code: UInt32, modifier: UInt64 = PixelLayout.linear,
        size: (width: Int32, height: Int32), factory: UInt32
    ) -> (params: UInt32, buffer: UInt32) {
        let params = wire.create(factory, 1)
        for (index, plane) in planes.enumerated() {
            wire.send(
                params, 1,
                [
                    .descriptor(plane.file), .uint(UInt32(index)), .uint(plane.offset), .uint(plane.stride),
                    .uint(UInt32(modifier >> 32)), .uint(UInt32(truncatingIfNeeded: modifier)),
                ])
            // A socket is read up to the next descriptor.
            wire.roundTrip()
        }
        let buffer = wire.newID()
        wire.send(params, 3, [.uint(buffer), .int(size.width), .int(size.height), .uint(code), .uint(0)])
        wire.roundTrip()
        return (params, buffer)
    }
}

extension MemoryFiles {
    /// A file of bytes, a multiple of four.
    static func make(bytes: [UInt8]) -> CInt {
        make(bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) })
    }
}
