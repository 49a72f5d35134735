import Geometry
import Mirroring

/// Whether the primary plane of a head can show clients' buffers: what the hardware answered, and to which question.
struct HeadContent {
    /// What the answer depends on besides the other outputs.
    struct Question: Hashable {
        var layout: PixelLayout
        var size: PlaneSize
        /// Of each of the buffer's planes.
        var offsets: [Int]
        var strides: [Int]
        /// Whether a plane shows the cursor.
        var hasCursor: Bool
    }

    private var answer: (question: Question, isAccepted: Bool)?

    /// Whether the hardware accepts a buffer; it is asked by `test` only where the question differs from the last one.
    mutating func accepts(_ question: Question, test: () -> Bool) -> Bool {
        if let answer, answer.question == question { return answer.isAccepted }
        let isAccepted = test()
        answer = (question, isAccepted)
        return isAccepted
    }

    /// A commit of a buffer has failed: others like it are refused from now on, unless another reason is known.
    mutating func failed(_ errorNumber: CInt) {
        if KMSError.blamesLayers(errorNumber) { answer?.isAccepted = false }
    }

    /// Outputs are used in another way now: what was refused may be possible, and what was accepted may not.
    mutating func reconsider() {
        answer = nil
    }
}

extension PixelLayout {
    /// The layout in which a plane reads an opaque buffer: what may be in its alpha channel does not count.
    var opaque: PixelLayout {
        let other: UInt32 =
            switch format {
            case PixelFormat.argb8888.code: PixelFormat.xrgb8888.code
            case PixelFormat.abgr8888.code: PixelFormat.xbgr8888.code
            case PixelFormat.argb2101010.code: PixelFormat.xrgb2101010.code
            case PixelFormat.abgr2101010.code: PixelFormat.xbgr2101010.code
            default: format
            }
        return PixelLayout(format: other, modifier: modifier)
    }
}
