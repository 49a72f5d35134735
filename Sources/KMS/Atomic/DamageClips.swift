import CDRM
import Geometry

/// The damage of a flip, for planes with FB_DAMAGE_CLIPS (remote and slow displays).
struct DamageClips {
    let blob: PropertyBlob

    /// Passing more rectangles than this costs more than it saves.
    private static let limit = 16

    /// Nil if the plane does not support clips.
    ///
    /// `region` is everything painted into the buffer since it was last shown, not only the newest damage: drivers that
    /// copy each framebuffer elsewhere (virtio-gpu up to Linux 6.7) would miss the rest.
    init?(_ region: Region<ScanoutSpace>, on plane: Plane, file: DRMFile) throws(KMSError) {
        guard plane.properties[.damageClips] != nil else { return nil }
        var rects = region.rects
        if rects.count > Self.limit { rects = [region.extents] }
        // An empty list would mean the whole framebuffer.
        if rects.isEmpty { rects = [Rect(x: 0, y: 0, width: 1, height: 1)] }
        blob = try PropertyBlob(
            file: file,
            rects.map { rect in
                drm_mode_rect(
                    x1: Int32(clamping: rect.x), y1: Int32(clamping: rect.y), x2: Int32(clamping: rect.maxX),
                    y2: Int32(clamping: rect.maxY))
            })
    }
}
