package import Geometry

/// The core's access to the pictures of the panel menu.
package protocol MenuPort: AnyObject {
    /// Called when a picture that was drawn without an icon would now have it.
    var iconCame: (() -> Void)? { get set }

    /// The picture of a menu, which hides everything below it, or nil where it cannot be drawn.
    func picture(of scene: MenuScene) -> MenuPicture?

    /// The picture of a pad of keys, which hides everything below it, or nil where it cannot be drawn.
    func picture(of scene: KeyPadScene) -> (any Buffer)?

    /// The handle's picture, visible on dark and light grounds, or nil where it cannot be drawn.
    func handle(size: Size<PanelSpace>, contrast: Contrast) -> (any Buffer)?
}

/// Everything that a picture of the menu depends on.
package struct MenuScene: Hashable, Sendable {
    package struct Tile: Hashable, Sendable {
        package let entry: MenuEntry
        package let name: String
        /// The state in words, or empty for none.
        package let value: String
        package let isFocused: Bool
        package let isPressed: Bool

        package init(_ entry: MenuEntry, name: String, value: String, isFocused: Bool, isPressed: Bool) {
            self.entry = entry
            self.name = name
            self.value = value
            self.isFocused = isFocused
            self.isPressed = isPressed
        }
    }

    package let tiles: [Tile]
    package let grid: MenuGrid
    package let contrast: Contrast
    /// The subject of the tiles in the grid's title, or nil for a menu without a title.
    package let title: String?

    package init(_ tiles: [Tile], in grid: MenuGrid, title: String? = nil, contrast: Contrast) {
        self.tiles = tiles
        self.title = title
        self.grid = grid
        self.contrast = contrast
    }
}

/// Everything that a picture of the pad of keys depends on.
package struct KeyPadScene: Hashable, Sendable {
    package let pad: KeyPad
    package let pressed: Set<PadKey>
    package let contrast: Contrast

    package init(_ pad: KeyPad, pressed: Set<PadKey>, contrast: Contrast) {
        self.pad = pad
        self.pressed = pressed
        self.contrast = contrast
    }
}

/// A menu's picture, with the size of its grid's frame, and the places of its tiles.
package struct MenuPicture {
    package let buffer: any Buffer
    /// The places in the order of the scene's tiles, in the picture's pixels.
    package let places: [Rect<OutputSpace>]

    package init(buffer: any Buffer, places: [Rect<OutputSpace>]) {
        self.buffer = buffer
        self.places = places
    }
}

/// The core's access to the machine for actions of the menu.
package protocol MenuActionPort: AnyObject {
    /// Starts a program; `completion` gets nil at the program's end, or the reason of a failure.
    func run(_ command: [String], completion: @escaping (ProgramFailure?) -> Void)

    /// Writes a screen's picture to a file of the user; `completion` gets the path or the reason of a failure.
    func takeScreenshot(of screen: ScreenName, completion: @escaping (ScreenshotOutcome) -> Void)
}

package enum ScreenshotOutcome: Hashable, Sendable {
    case saved(path: String)
    /// The path is the picture's intended path, or nil where there is no place for a picture.
    case failed(path: String?, ProgramFailure)
}

/// Why a program started from the menu failed.
package enum ProgramFailure: Hashable, Sendable {
    /// This many programs are already running.
    case tooMany(Int)
    case noFolderForPictures
    case exited(Int)
    case signaled(Int)
    /// The program could not be started; the text is the system's reason.
    case notStarted(String)
}

/// A program that the user can start from the menu.
package struct InstalledProgram: Hashable, Sendable {
    package var name: String
    /// The program and its arguments.
    package var command: [String]
    /// The absolute path of the program's icon, a PNG or SVG file, or nil for none.
    package var icon: String?
    /// The application ids that the program's windows may have, in lower case.
    ///
    /// `id` is the desktop entry's own name, and `windowClass` is its `StartupWMClass`.
    package var id: String
    package var windowClass: String?

    package init(name: String, command: [String], icon: String? = nil, id: String = "", windowClass: String? = nil) {
        self.id = id.lowercased()
        self.windowClass = windowClass?.lowercased()
        self.name = name
        self.command = command
        self.icon = icon
    }
}

extension [InstalledProgram] {
    /// The program that windows with an application id belong to; nil where none is known.
    ///
    /// Some programs have `org.example.viewer` as the one and `viewer` as the other: those belong together where no program has
    /// all of the id.
    package func program(of appID: AppID) -> InstalledProgram? {
        let id = appID.text.lowercased()
        func lastPart(_ text: String) -> String { text.split(separator: ".").last.map(String.init) ?? text }
        return first { $0.id == id } ?? first { $0.windowClass == id }
            ?? first { $0.id == lastPart(id) || $0.windowClass == lastPart(id) } ?? first { lastPart($0.id) == id }
    }
}

/// The core's access to the machine's installed programs.
package protocol ProgramPort: AnyObject {
    /// Finds the programs, sorted by name, without blocking the caller; `completion` is called once.
    func read(in language: Language, completion: @escaping ([InstalledProgram]) -> Void)

    /// Starts a program in the content's place; returns the reason of a failure, or nil.
    func launch(_ program: InstalledProgram) -> String?
}
