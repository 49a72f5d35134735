import Geometry
import WaylandBinding

extension Surface: WlSurfaceRequests {
    func attach(_ resource: Resource<WlSurface>, buffer: Resource<WlBuffer>?, x: Int32, y: Int32) {
        // From version 5 on, `wl_surface.offset` replaces these arguments.
        if resource.version >= 5, x != 0 || y != 0 {
            return resource.post(WlSurface.ErrorCode.invalidOffset, "offset \(x), \(y) in attach")
        }
        if buffer != nil, role?.willAttach(self) == false { return }
        pending.attachment = .some(buffer)
        if resource.version < 5 { pending.update.offset = SurfaceOffset(x: Int(x), y: Int(y)) }
    }

    func offset(_ resource: Resource<WlSurface>, x: Int32, y: Int32) {
        pending.update.offset = SurfaceOffset(x: Int(x), y: Int(y))
    }

    func damage(_ resource: Resource<WlSurface>, x: Int32, y: Int32, width: Int32, height: Int32) {
        pending.update.damage.add(
            Rect<SurfaceSpace>(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    }

    func damageBuffer(_ resource: Resource<WlSurface>, x: Int32, y: Int32, width: Int32, height: Int32) {
        pending.update.damage.add(
            Rect<BufferSpace>(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    }

    func frame(_ resource: Resource<WlSurface>, callback: NewResource<WlCallback>) {
        pending.update.frameCallbacks.append(callback.createInert())
    }

    func setOpaqueRegion(_ resource: Resource<WlSurface>, region: Resource<WlRegion>?) {
        pending.update.opaque = region.flatMap(RegionObject.of)?.opaqueRegion ?? Region()
    }

    func setInputRegion(_ resource: Resource<WlSurface>, region: Resource<WlRegion>?) {
        pending.update.input = .some(region.flatMap(RegionObject.of)?.region)
    }

    func setBufferTransform(_ resource: Resource<WlSurface>, transform: Int32) {
        guard let transform = Transform(rawValue: transform) else {
            return resource.post(WlSurface.ErrorCode.invalidTransform, "\(transform) is not a transform")
        }
        pending.update.transform = transform
    }

    func setBufferScale(_ resource: Resource<WlSurface>, scale: Int32) {
        guard scale >= 1 else {
            return resource.post(WlSurface.ErrorCode.invalidScale, "scale \(scale) is not positive")
        }
        pending.update.scale = Int(scale)
    }

    func commit(_ resource: Resource<WlSurface>) {
        commit()
    }
}
