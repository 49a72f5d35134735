import Compositor
import ConfigurationFiles
import Control
import Geometry
import Logging
import Mirroring
import Pictures
import Runtime
import Virtual

/// Carries out `kagami hud ...`: sets the status bar's values and shows the bar in one place at a time.
final class HUDDriver {
    /// The view shown by picture in picture as the source `hud`.
    let pipView: HUDView
    private let hud: HUDBoard
    private let feed: HUDUpdates
    private let dockedView: HUDView
    private var docked: DockedHUD?
    private weak var compositor: Compositor?
    /// Whether a size of the bar as picture in picture was requested.
    private var hasPictureSize = false
    private var configuration: HUDConfiguration
    private let loop: EventLoop
    private let logger = Logger(label: "kagami.hud")
    private var layoutWatch: FileWatch?
    private var layoutError: String?

    /// The height of a docked bar on a screen of unknown size, in pixels.
    private static let usualHeight = 40

    init(loop: EventLoop, configuration: HUDConfiguration) {
        self.configuration = configuration
        self.loop = loop
        hud = HUDBoard(loop: loop)
        feed = HUDUpdates(hud, pictures: ImageQueue(loop: loop, command: DecodeImageCommand.line), loop: loop)
        pipView = hud.makeView(size: HUDSize.picture(besideHeight: Self.usualHeight))
        dockedView = hud.makeView(size: HUDSize.picture(besideHeight: Self.usualHeight))
        hud.use(configuration.commentFading)
        watchLayout()
    }

    /// Applies a new configuration. A bar docked by hand stays in place unless the configured place changes.
    func use(_ next: HUDConfiguration) {
        let old = configuration
        configuration = next
        hud.use(next.commentFading)
        if next.layoutPath != old.layoutPath {
            layoutWatch = nil
            layoutError = nil
            if next.layoutPath == nil { hud.use(nil) }
            watchLayout()
        }
        guard let docked else { return }
        if next.place != old.place {
            if let dock = next.place?.dock {
                docked.show(at: dock, width: nil, height: next.height)
            } else {
                docked.hide()
            }
        } else if next.height != old.height, let dock = docked.dock {
            docked.show(at: dock, width: nil, height: next.height)
        }
    }

    /// Connects the bar to the compositor's screens and shows it in the configured place.
    func start(on compositor: Compositor) {
        self.compositor = compositor
        let docked = compositor.addBar(dockedView)
        self.docked = docked
        guard let dock = configuration.place?.dock else { return }
        docked.show(at: dock, width: nil, height: configuration.height)
    }

    /// Sets values, with the descriptors attached to the request. Returns nil if the answer follows later.
    func set(_ values: HUDValues, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        feed.set(values, call)
    }

    /// Follows the wall clock, which was set, and shows the time that the machine has slept.
    func clockChanged() { feed.clockChanged() }

    /// Nil while the bar is hidden.
    var status: HUDStatus? {
        let shown: (HUDView, HUDPlace)?
        if let dock = docked?.dock, let place = HUDPlace.allCases.first(where: { $0.dock == dock }) {
            shown = (dockedView, place)
        } else {
            shown = pipView.isShown ? (pipView, .pip) : nil
        }
        return shown.map { view, place in
            HUDStatus(
                place: place, width: view.size.width, height: view.size.height, comments: hud.model.comments.count,
                draws: view.draws, layoutError: layoutError)
        }
    }

    /// The size of the bar as picture in picture: the last requested size, or else one that suits the panel.
    func pictureSize(width: Int?, height: Int?) -> Size<OutputSpace> {
        if width != nil || height != nil { hasPictureSize = true }
        if !hasPictureSize, let asked = compositor?.barHeight(on: .panel) {
            return HUDSize.picture(besideHeight: asked)
        }
        return Size(width: width ?? pipView.size.width, height: height ?? pipView.size.height)
    }

    /// Hides the docked bar.
    func hide() {
        docked?.hide()
    }

    /// Docks the bar at an edge, which is any place but picture in picture.
    func show(_ place: HUDPlace, width: Int?, height: Int?) -> ControlAnswer<Done> {
        guard let dock = place.dock, let docked else { return .failure("the status bar has not been set up") }
        docked.show(at: dock, width: width, height: height ?? configuration.height)
        if docked.isVisible {
            return dockedView.picture == nil ? .failure("no bar can be drawn: are there any fonts?") : .done
        }
        return .note("the \(dock.screen.rawValue) is off: the bar appears when the screen is on")
    }
}

/// The layout's file.
extension HUDDriver {
    private func watchLayout() {
        guard let path = configuration.layoutPath else { return }
        loadLayout(path)
        do throws(RuntimeError) {
            layoutWatch = try FileWatch(path, loop: loop) { [unowned self] in loadLayout(path) }
        } catch {
            logger.warning("layout not watched for changes", metadata: ["reason": "\(error)"])
        }
    }

    /// Loads the layout's file; while the file has errors, the previous layout stays.
    private func loadLayout(_ path: String) {
        do {
            let text = try ConfigurationFile.regularText(of: path, limit: HUDLayoutParser.maximumBytes)
            hud.use(try HUDLayoutParser.parse(text, file: path))
            layoutError = nil
        } catch {
            layoutError = "\(error)"
            logger.warning("layout not used", metadata: ["reason": "\(error)"])
        }
    }
}

extension HUDConfiguration {
    fileprivate var commentFading: CommentFading {
        CommentFading(lifetime: commentSeconds == 0 ? nil : Int64(commentSeconds) * 1_000_000)
    }
}
