import CGBM
import Geometry
import Glibc
import Mirroring

/// A buffer that GBM allocated for a display, as a texture to draw to.
final class GBMBuffer: GraphicsBuffer {
    let size: Size<BufferSpace>
    let dmabuf: DMABuf
    let texture: Texture
    private let buffer: OpaquePointer
    private let device: GBMDevice
    private let context: GraphicsContext
    /// The same memory with alpha; nil if the driver cannot draw to it. Made when a drawn frame first has a hole.
    private lazy var textureWithAlpha = makeTextureWithAlpha()
    private var mapping: UnsafeMutableRawPointer?

    /// Allocates a buffer with one of the modifiers; nil if the device makes none that the context can draw to.
    init?(
        _ size: Size<BufferSpace>, _ format: ScanoutFormat, modifiers: Set<UInt64>, on device: GBMDevice,
        in context: GraphicsContext
    ) {
        guard let buffer = Self.make(size, format.code, modifiers, device.device) else { return nil }
        let planes = Self.planes(of: buffer)
        let layout = PixelLayout(format: format.code, modifier: gbm_bo_get_modifier(buffer))
        let dmabuf = DMABuf(layout: layout, planes: planes)
        guard planes.allSatisfy({ $0.descriptor >= 0 }), let functions = ImageFunctions(context),
            let image = functions.image(of: dmabuf, size: size, in: context),
            let texture = Texture(context, size: size, image: image, functions: functions)
        else {
            Self.free(buffer, planes)
            return nil
        }
        self.size = size
        self.dmabuf = dmabuf
        self.texture = texture
        self.buffer = buffer
        self.device = device
        self.context = context
    }

    deinit {
        unmap()
        Self.free(buffer, dmabuf.planes)
    }

    var isLost: Bool { texture.isLost }

    /// The texture to draw a target's frame to; with alpha if the frame has a hole, because displays then read the alpha.
    func texture(for target: RenderTarget) -> Texture {
        target.hole == nil ? texture : textureWithAlpha ?? texture
    }

    func keepsAlpha() -> Bool { !isLost && textureWithAlpha != nil }

    private func makeTextureWithAlpha() -> Texture? {
        guard dmabuf.layout.format == PixelFormat.xrgb8888.code, context.begin(),
            let functions = ImageFunctions(context)
        else { return nil }
        // A refused import does not mean that the context is lost.
        defer { _ = context.end() }
        let layout = PixelLayout(format: PixelFormat.argb8888.code, modifier: dmabuf.layout.modifier)
        let memory = DMABuf(layout: layout, planes: dmabuf.planes)
        guard let image = functions.image(of: memory, size: size, in: context),
            let texture = Texture(context, size: size, image: image, functions: functions)
        else { return nil }
        do throws(GraphicsError) {
            try texture.bindAsTarget()
            return texture
        } catch {
            return nil
        }
    }

    func map() -> MappedPixels? {
        var stride: UInt32 = 0
        guard mapping == nil,
            let first = gbm_bo_map(
                buffer, 0, 0, UInt32(size.width), UInt32(size.height), GBM_BO_TRANSFER_READ_WRITE.rawValue, &stride,
                &mapping)
        else { return nil }
        return MappedPixels(first: first, stride: Int(stride))
    }

    func unmap() {
        guard let mapping else { return }
        gbm_bo_unmap(buffer, mapping)
        self.mapping = nil
    }

    private static func make(
        _ size: Size<BufferSpace>, _ format: UInt32, _ modifiers: Set<UInt64>, _ device: OpaquePointer
    ) -> OpaquePointer? {
        guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height) else { return nil }
        let use = GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_RENDERING.rawValue
        let named = modifiers.subtracting([PixelLayout.implicit]).sorted()
        if !named.isEmpty,
            let buffer = gbm_bo_create_with_modifiers2(device, width, height, format, named, UInt32(named.count), use)
        {
            return buffer
        }
        if modifiers.contains(PixelLayout.implicit) { return gbm_bo_create(device, width, height, format, use) }
        guard modifiers.contains(PixelLayout.linear) else { return nil }
        return gbm_bo_create(device, width, height, format, use | GBM_BO_USE_LINEAR.rawValue)
    }

    private static func planes(of buffer: OpaquePointer) -> [DMABuf.Plane] {
        (0..<max(0, gbm_bo_get_plane_count(buffer))).map { plane in
            DMABuf.Plane(
                descriptor: gbm_bo_get_fd_for_plane(buffer, plane), offset: Int(gbm_bo_get_offset(buffer, plane)),
                stride: Int(gbm_bo_get_stride_for_plane(buffer, plane)))
        }
    }

    private static func free(_ buffer: OpaquePointer, _ planes: [DMABuf.Plane]) {
        for plane in planes where plane.descriptor >= 0 { close(plane.descriptor) }
        gbm_bo_destroy(buffer)
    }
}
