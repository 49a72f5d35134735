import CDRM
import Geometry

/// The part of a framebuffer that a flip changes, for planes that want to know (remote and slow displays).
struct DamageClips {
    let blob: PropertyBlob

    /// More rectangles than this cost more to hand over than they save.
    private static let limit = 16

    /// Nil where the plane takes no clips.
    ///
    /// `region` is all that was painted into the buffer since it was last shown, not only what is new: drivers that
    /// copy each framebuffer elsewhere (virtio-gpu up to Linux 6.7) would miss the rest.
    init?(_ region: Region<ScanoutSpace>, on plane: Plane, file: DRMFile) throws(KMSError) {
        guard plane.properties[.damageClips] != nil else { return nil }
        var rects = region.rects
        if rects.count > Self.limit { rects = [region.extents] }
        // No clip at all would stand for the whole framebuffer.
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
