import Mirroring

/// The cursor of a head: the plane that was found for it, or why there is none.
///
///     unknown -- the tables and a test commit --> plane -- a commit is refused --> refused
///                                            \-> refused -- other outputs use other planes --> unknown
struct HeadCursor {
    /// The cursor to show from the next commit on; nil for none.
    var layer: PlaneElement?
    /// The buffers on the plane that was found.
    private(set) var pictures: OwnPictures?
    private var refusal: LayerRefusal?

    init(layer: PlaneElement? = nil) {
        self.layer = layer
    }

    /// The cursor that the plane shows from the next commit on.
    var shownLayer: PlaneElement? { refusal == nil ? layer : nil }

    /// Why cursors of this size cannot be shown; nil if they can.
    func refusal(of size: PlaneSize, limit: PlaneSize) -> LayerRefusal? {
        size.width > limit.width || size.height > limit.height
            ? .size(width: limit.width, height: limit.height) : refusal
    }

    /// Whether no plane has been looked for since the last change.
    var isUnknown: Bool { pictures == nil && refusal == nil }

    /// Whether a plane was found in the tables and refused by the hardware.
    var isRefusedByHardware: Bool { refusal == .hardware }

    /// Keeps the buffers of the plane that the hardware accepts.
    mutating func use(_ pictures: OwnPictures) {
        self.pictures = pictures
    }

    mutating func refuse(_ refusal: LayerRefusal) {
        self.refusal = refusal
    }

    /// Forgets the refusal, because other outputs use other planes now.
    mutating func reconsider() {
        refusal = nil
    }

    /// Refuses cursors after a failed commit that changed the cursor, unless the errno has another reason.
    mutating func failed(_ errorNumber: CInt) {
        if KMSError.blamesLayers(errorNumber) { refusal = .hardware }
    }
}
