import Geometry
import Mirroring

/// A menu whose tiles lie below each other, and the machine that it asks.
final class FakeMenu: MenuPort, MenuActionPort {
    var iconCame: (() -> Void)?
    private(set) var scenes: [MenuScene] = []
    private(set) var pads: [KeyPadScene] = []
    private(set) var commands: [[String]] = []
    private(set) var screenshots: [ScreenName] = []
    /// Why programs fail; nil where they do not.
    var failure: String?

    func picture(of scene: MenuScene) -> MenuPicture? {
        scenes.append(scene)
        let size = scene.grid.frame.size
        let height = size.height / max(1, scene.tiles.count)
        let places = scene.tiles.indices.map { index in
            Rect<OutputSpace>(x: 4, y: index * height, width: size.width - 8, height: height)
        }
        return MemoryBuffer(size: size.reinterpreted()).map { MenuPicture(buffer: $0, places: places) }
    }

    func picture(of scene: KeyPadScene) -> (any Buffer)? {
        pads.append(scene)
        return MemoryBuffer(size: scene.pad.frame.size.reinterpreted())
    }

    func handle(size: Size<PanelSpace>, contrast: Contrast) -> (any Buffer)? {
        MemoryBuffer(size: size.reinterpreted(), format: .argb8888)
    }

    func run(_ command: [String], completion: @escaping (ProgramFailure?) -> Void) {
        commands.append(command)
        completion(failure.map { .notStarted($0) })
    }

    func takeScreenshot(of screen: ScreenName, completion: @escaping (ScreenshotOutcome) -> Void) {
        screenshots.append(screen)
        completion(failure.map { .failed(path: nil, .notStarted($0)) } ?? .saved(path: "/pictures/1.png"))
    }
}

/// Programs that are found at once.
final class FakePrograms: ProgramPort {
    var programs: [InstalledProgram] = []
    private(set) var launched: [InstalledProgram] = []
    private(set) var reads = 0
    /// Why programs cannot be started; nil where they can.
    var failure: String?

    func read(in language: Language, completion: @escaping ([InstalledProgram]) -> Void) {
        reads += 1
        completion(programs)
    }

    func launch(_ program: InstalledProgram) -> String? {
        launched.append(program)
        return failure
    }
}
