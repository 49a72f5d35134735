import Mirroring

/// The cursor of a head: the plane that was found for it, or why there is none.
///
///     unknown -- the tables and a test commit --> plane -- a commit is refused --> refused
///                                            \-> refused -- other outputs use other planes --> unknown
struct HeadCursor {
    /// What is to be shown from the next commit on; nil for nothing.
    var layer: PlaneElement?
    /// On the plane that was found.
    private(set) var pictures: OwnPictures?
    private var refusal: LayerRefusal?

    init(layer: PlaneElement? = nil) {
        self.layer = layer
    }

    /// What the plane shows from the next commit on.
    var shownLayer: PlaneElement? { refusal == nil ? layer : nil }

    /// Why cursors of this size cannot be shown; nil where they can.
    func refusal(of size: PlaneSize, limit: PlaneSize) -> LayerRefusal? {
        size.width > limit.width || size.height > limit.height
            ? .size(width: limit.width, height: limit.height) : refusal
    }

    /// Whether no plane has been looked for since something changed.
    var isUnknown: Bool { pictures == nil && refusal == nil }

    /// Whether a plane was found in the tables and refused by the hardware.
    var isRefusedByHardware: Bool { refusal == .hardware }

    /// The hardware takes these.
    mutating func use(_ pictures: OwnPictures) {
        self.pictures = pictures
    }

    mutating func refuse(_ refusal: LayerRefusal) {
        self.refusal = refusal
    }

    /// Other outputs use other planes now: what was refused may be possible.
    mutating func reconsider() {
        refusal = nil
    }

    /// A commit with what was added has failed: from now on cursors are refused, unless another reason is known.
    mutating func failed(_ errorNumber: CInt) {
        if KMSError.blamesLayers(errorNumber) { refusal = .hardware }
    }
}
