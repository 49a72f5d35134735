package import Geometry

/// What the core needs to draw the panel menu.
package protocol MenuPort: AnyObject {
    /// The picture of a menu, which hides all that is below it; nil where it cannot be drawn.
    func picture(of scene: MenuScene) -> MenuPicture?

    /// The picture of a pad of keys, which hides all that is below it; nil where it cannot be drawn.
    func picture(of scene: KeyPadScene) -> (any Buffer)?

    /// The handle's picture, seen on dark and light alike; nil where it cannot be drawn.
    func handle(size: Size<PanelSpace>, contrast: Contrast) -> (any Buffer)?
}

/// All that a picture of the menu depends on.
package struct MenuScene: Hashable, Sendable {
    package struct Tile: Hashable, Sendable {
        package let entry: MenuEntry
        package let name: String
        /// The state in words; empty for none.
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
    /// What the tiles are about, in the grid's title; nil for a menu without.
    package let title: String?

    package init(_ tiles: [Tile], in grid: MenuGrid, title: String? = nil, contrast: Contrast) {
        self.tiles = tiles
        self.title = title
        self.grid = grid
        self.contrast = contrast
    }
}

/// All that a picture of the pad of keys depends on.
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

/// A menu's picture, of the size of its grid's frame, and where its tiles are.
package struct MenuPicture {
    package let buffer: any Buffer
    /// In the order of the scene's tiles, in the picture's pixels.
    package let places: [Rect<OutputSpace>]

    package init(buffer: any Buffer, places: [Rect<OutputSpace>]) {
        self.buffer = buffer
        self.places = places
    }
}

/// What the menu asks of the machine, outside of the core.
package protocol MenuActionPort: AnyObject {
    /// Starts a program; `completion` is called with the reason where it cannot be started or fails.
    func run(_ command: [String], completion: @escaping (ProgramFailure?) -> Void)

    /// Writes what a screen shows to a file of the user's; `completion` is called with its path, or with the reason for
    /// having none.
    func takeScreenshot(of screen: ScreenName, completion: @escaping (ScreenshotOutcome) -> Void)
}

package enum ScreenshotOutcome: Hashable, Sendable {
    case saved(path: String)
    /// The path is that of the picture, where there is a place for one.
    case failed(path: String?, ProgramFailure)
}

/// Why a program that the menu runs came to nothing.
package enum ProgramFailure: Hashable, Sendable {
    /// So many are running already.
    case tooMany(Int)
    case noFolderForPictures
    case exited(Int)
    case signaled(Int)
    /// It could not be started; the system's reason, in its own words.
    case notStarted(String)
}

/// A program that the user can start from the menu.
package struct InstalledProgram: Hashable, Sendable {
    package var name: String
    /// The program and its arguments.
    package var command: [String]
    /// The absolute path of its icon, a PNG file; nil where there is none.
    package var icon: String?
    /// What its windows may have as their application id, in lower case: the desktop entry's own name, and its `StartupWMClass`.
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

/// What the menu needs of the machine's programs.
package protocol ProgramPort: AnyObject {
    /// Finds the programs, sorted by name, without keeping the caller waiting; `completion` is called once.
    func read(in language: Language, completion: @escaping ([InstalledProgram]) -> Void)

    /// Starts a program in the content's place; the reason where it cannot be started.
    func launch(_ program: InstalledProgram) -> String?
}
