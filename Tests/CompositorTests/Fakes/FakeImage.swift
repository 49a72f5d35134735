import Geometry
import Mirroring

/// A picture that does as it is told, and remembers.
final class FakeImage: ScrollingImagePort {
    private(set) var picture: (any Buffer)?
    private(set) var size = Size<OutputSpace>(width: 10, height: 10)
    var damaged: (Region<OutputSpace>) -> Void = { _ in }
    var isShown = false {
        didSet { redraw() }
    }

    /// Where it scrolls while it is shown.
    var scrollPlace = Region<OutputSpace>()
    private(set) var scrolls: [String] = []

    var scrollable: Region<OutputSpace> { isShown ? scrollPlace : Region() }

    func scroll(by distance: Double) { scrolls.append("by \(distance)") }
    func scrollingEnded() { scrolls.append("ended") }
    func scrollToEnd() { scrolls.append("to end") }

    func resize(to size: Size<OutputSpace>) {
        self.size = size
        redraw()
    }

    func redraw() {
        picture = isShown ? MemoryBuffer(size: size.reinterpreted()) : nil
        if isShown { damaged(Region(size.bounds)) }
    }
}
