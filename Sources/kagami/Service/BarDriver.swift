import Compositor
import Control
import Geometry
import Glibc
import Logging
import Mirroring
import Runtime
import StatusBar
import Wiring

/// Carries out `kagami hud ...`: feeds the status bar, and shows it at one place at a time.
final class BarDriver {
    /// What picture in picture shows as the source `hud`.
    let pipView: HUDView
    private let hud: HUD
    private let dockedView: HUDView
    private var docked: DockedBar?
    private var configuration: HUDConfiguration
    private let loop: EventLoop
    private let logger = Logger(label: "kagami.hud")
    private var layoutWatch: FileWatch?
    private var layoutError: String?

    /// The size of the bar as picture in picture where none is given.
    private static let pipSize = Size<OutputSpace>(width: 320, height: 180)

    init(loop: EventLoop, configuration: HUDConfiguration) {
        self.configuration = configuration
        self.loop = loop
        hud = HUD(loop: loop)
        pipView = hud.makeView(size: Self.pipSize)
        dockedView = hud.makeView(size: Size(width: 200, height: configuration.height))
        watchLayout()
    }

    /// Goes by another configuration. A bar that was docked by hand stays where it is unless the place changes.
    func use(_ next: HUDConfiguration) {
        let old = configuration
        configuration = next
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

    /// Shows the bar on the compositor's screens from now on, at first where the configuration wants it.
    func start(on compositor: Compositor) {
        let docked = DockedBar(dockedView, on: compositor)
        self.docked = docked
        compositor.dockedBar = docked
        guard let dock = configuration.place?.dock else { return }
        docked.show(at: dock, width: nil, height: configuration.height)
    }

    /// Acts on a request, with the descriptors that came with it, and answers it.
    func handle(_ request: HUDRequest, with files: AttachedFiles = AttachedFiles()) -> ControlReply {
        switch request {
        case .set(let values): return set(values, files)
        case .show(let place, let width, let height): return show(place, width: width, height: height)
        case .hide:
            docked?.hide()
            return .done
        }
    }

    /// Nil while it is not shown.
    var status: BarStatus? {
        let shown: (HUDView, BarPlace)?
        if let dock = docked?.dock, let place = BarPlace.allCases.first(where: { $0.dock == dock }) {
            shown = (dockedView, place)
        } else {
            shown = pipView.isShown ? (pipView, .pip) : nil
        }
        return shown.map { view, place in
            BarStatus(
                place: place, width: view.size.width, height: view.size.height, comments: hud.model.comments.count,
                draws: view.draws, layoutError: layoutError)
        }
    }

    private func set(_ values: HUDValues, _ files: AttachedFiles) -> ControlReply {
        let now = Timestamp(microseconds: EventLoop.now())
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let unixTime = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        do throws(HUDError) {
            try hud.apply(try BarChanges(now: now, unixTime: unixTime, files: files).changes(values))
            return .done
        } catch {
            return .failure("\(error)")
        }
    }

    private func show(_ place: BarPlace, width: Int?, height: Int?) -> ControlReply {
        guard let dock = place.dock, let docked else { return .failure("the status bar has not been set up") }
        docked.show(at: dock, width: width, height: height ?? configuration.height)
        if docked.isVisible {
            return dockedView.picture == nil ? .failure("no bar can be drawn: are there any fonts?") : .done
        }
        return .note("the \(dock.screen.rawValue) is off: the bar appears when the screen is on")
    }
}

/// The layout's file.
extension BarDriver {
    private func watchLayout() {
        guard let path = configuration.layoutPath else { return }
        loadLayout(path)
        do throws(RuntimeError) {
            layoutWatch = try FileWatch(path, loop: loop) { [unowned self] in loadLayout(path) }
        } catch {
            logger.warning("layout not watched for changes", metadata: ["reason": "\(error)"])
        }
    }

    /// Takes up the file's layout; while the file is wrong the layout before stays.
    private func loadLayout(_ path: String) {
        do {
            hud.use(try BarLayoutParser.parse(try ConfigurationFile.layoutText(of: path), file: path))
            layoutError = nil
        } catch {
            layoutError = "\(error)"
            logger.warning("layout not used", metadata: ["reason": "\(error)"])
        }
    }
}
