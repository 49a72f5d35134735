import Geometry
import Mirroring

/// Tools' surfaces on a panel of 1280x800, which lies right of the content: a bar of 40 rows that is there as tests say.
final class FakePanelLayers: PanelLayerPort {
    var layersChanged: () -> Void = {}
    var isThere = false {
        didSet { layersChanged() }
    }
    private(set) var framesShown = 0
    private let bar = Rect<ContentSpace>(x: 0, y: 0, width: 1280, height: 40)
    private let picture = MemoryImage(
        size: Size(width: 1280, height: 40), format: .xrgb8888, pixels: Array(repeating: 0x80_8080, count: 1280 * 40))
    private var changes = PictureChanges()

    var layers: [SceneElement] {
        guard isThere else { return [] }
        var element = SceneElement(whole: picture, at: bar)
        element.changes = changes
        return [element]
    }

    var layerInput: Region<ContentSpace> { isThere ? Region(bar) : Region() }
    var layerEdges: EdgeMargins { isThere ? EdgeMargins(top: bar.height) : .none }
    let placeInContent = Rect<ContentSpace>(x: 3840, y: 0, width: 640, height: 400)

    func draw(_ damage: Rect<BufferSpace>) {
        changes.add(Region(damage))
        layersChanged()
    }

    func layersShown() { framesShown += 1 }
}
