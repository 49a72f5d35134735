import ConfigurationFiles

/// Which viewer decides the size of a screen that viewers may size: of those that have wished for one, the one that came first.
struct ViewerSizes {
    /// The viewers in the order in which they came, with their last wishes.
    private var wishes: [(viewer: ViewerID, size: PixelSize?)] = []

    /// The lengths of a screen that a viewer may wish for.
    static let lengths = 200...8192

    /// The size that counts; nil while no viewer has wished for one.
    var size: PixelSize? { decider?.size }

    private var decider: (viewer: ViewerID, size: PixelSize?)? { wishes.first { $0.size != nil } }

    /// These viewers are there now, in the order in which they came.
    mutating func update(_ viewers: [ViewerID]) {
        let old = wishes
        wishes = viewers.map { viewer in (viewer, old.first { $0.viewer == viewer }?.size) }
    }

    /// Whether a viewer's wish counts. It is remembered in any case, for when the viewers before it have left.
    mutating func wish(_ size: PixelSize, _ viewer: ViewerID) -> Bool {
        guard Self.lengths.contains(size.width), Self.lengths.contains(size.height),
            let index = wishes.firstIndex(where: { $0.viewer == viewer })
        else { return false }
        wishes[index].size = size
        return decider?.viewer == viewer
    }
}
