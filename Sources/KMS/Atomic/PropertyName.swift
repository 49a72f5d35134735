/// The kernel's names of the properties that are read or written.
enum PropertyName: String, Hashable, Sendable {
    // Planes. Source rectangles are in 16.16 fixed-point framebuffer pixels.
    case type
    case framebufferID = "FB_ID"
    case crtcID = "CRTC_ID"
    case sourceX = "SRC_X"
    case sourceY = "SRC_Y"
    case sourceWidth = "SRC_W"
    case sourceHeight = "SRC_H"
    case crtcX = "CRTC_X"
    case crtcY = "CRTC_Y"
    case crtcWidth = "CRTC_W"
    case crtcHeight = "CRTC_H"
    case damageClips = "FB_DAMAGE_CLIPS"
    /// The descriptor of a sync_file, of one commit alone.
    case inFence = "IN_FENCE_FD"
    case rotation
    case inFormats = "IN_FORMATS"
    case depth = "zpos"
    case alpha
    case blendMode = "pixel blend mode"
    /// Cursor planes of virtual machines: the pixel that points.
    case hotspotX = "HOTSPOT_X"
    case hotspotY = "HOTSPOT_Y"
    // CRTCs.
    case active = "ACTIVE"
    case modeID = "MODE_ID"
    case gammaTable = "GAMMA_LUT"
    case degammaTable = "DEGAMMA_LUT"
    case colorMatrix = "CTM"
    case variableRefresh = "VRR_ENABLED"
    // Connectors.
    case edid = "EDID"
    case linkStatus = "link-status"
    case tile = "TILE"
    case nonDesktop = "non-desktop"
    case panelOrientation = "panel orientation"
    case hdrMetadata = "HDR_OUTPUT_METADATA"
    case colorspace = "Colorspace"
    case contentType = "content type"
    case broadcastRange = "Broadcast RGB"
    case bitsPerComponent = "max bpc"
    /// Whether the display can wait for frames.
    case variableRefreshCapable = "vrr_capable"
    /// Of no use to atomic commits.
    case powerLevel = "DPMS"
}
