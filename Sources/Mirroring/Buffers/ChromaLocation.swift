/// Where a sample of colour lies among the pixels of two rows that it stands for.
///
/// The six types of `Chroma420SampleLocType` in ITU-T H.273, in its order. Where a sample stands for two pixels of one row, only
/// its place across counts.
package enum ChromaLocation: Hashable, Sendable, CaseIterable {
    /// Type 0: in the first column, between the rows.
    case left
    /// Type 1: in the middle of the pixels.
    case center
    /// Type 2: on the first pixel.
    case topLeft
    /// Type 3: in the first row, between the columns.
    case top
    /// Type 4: in the first column of the second row.
    case bottomLeft
    /// Type 5: in the second row, between the columns.
    case bottom

    /// What players take for granted where nobody says: to the left for television's range, as in MPEG-2, H.264 and H.265 unless
    /// a film says otherwise, and in the middle for the full range, as in JPEG and what cameras send. mpv does the same.
    package init(usualFor isFullRange: Bool) {
        self = isFullRange ? .center : .left
    }

    /// How far right of the first pixel's middle, in pixels.
    package var across: Double {
        switch self {
        case .left, .topLeft, .bottomLeft: 0
        case .center, .top, .bottom: 0.5
        }
    }

    /// How far below the first row's middle, in pixels.
    package var down: Double {
        switch self {
        case .topLeft, .top: 0
        case .left, .center: 0.5
        case .bottomLeft, .bottom: 1
        }
    }
}
