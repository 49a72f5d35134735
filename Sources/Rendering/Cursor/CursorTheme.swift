import Geometry
import Logging
package import Mirroring
import Runtime

/// The installed cursor theme whose pictures are shown; without one, Kagami draws its built-in cursors.
package struct CursorTheme {
    /// The size of a cursor at a scale of 1, in pixels.
    package let size: Int
    /// The folders of the theme's pictures, followed by those of the themes that it inherits from.
    private let folders: [String]

    /// No theme.
    package init(size: Int = usualSize) {
        self.size = size
        folders = []
    }

    /// The configured theme, or else the theme in the environment's `XCURSOR_THEME`; the theme named `default` supplies lacking pictures.
    package init(_ configuration: PointerConfiguration, environment: [String: String]) {
        let asked = environment["XCURSOR_SIZE"].flatMap { Int($0) }
        let usable = asked.flatMap { PointerConfiguration.sizes.contains($0) ? $0 : nil }
        size = configuration.size ?? usable ?? Self.usualSize
        let variable = environment["XCURSOR_THEME"].flatMap { PointerConfiguration.isTheme($0) ? $0 : nil }
        let search = Search(environment)
        let wanted = configuration.theme ?? variable
        let found = wanted.map { search.folders(of: $0) } ?? []
        if let wanted, found.isEmpty {
            Logger(label: "kagami.cursor").warning(
                "cursor theme not found",
                metadata: [
                    "theme": "\(wanted)", "searched": "\(search.places.joined(separator: ":"))",
                    "advice": "install the theme or name another one",
                ])
        }
        folders = found + search.folders(of: Self.usualName).filter { !found.contains($0) }
    }

    package static let usualSize = 24
    private static let usualName = "default"

    /// The theme's picture for a CSS cursor name, `pixels` large; nil if it has none.
    func picture(of cssName: String, pixels: Int) -> XCursorFile.Picture? {
        let names = [cssName] + CursorNames.others(for: cssName)
        for folder in folders {
            for name in names {
                if let picture = XCursorFile("\(folder)/\(name)")?.picture(for: pixels) { return picture }
            }
        }
        return nil
    }
}

/// Where themes are installed.
private struct Search {
    let places: [String]

    init(_ environment: [String: String]) {
        func list(_ variable: String) -> [String]? {
            environment[variable].flatMap { $0.isEmpty ? nil : $0.split(separator: ":").map(String.init) }
        }
        let home = environment["HOME"].map { [$0] } ?? []
        let own = environment["XDG_DATA_HOME"].map { ["\($0)/icons"] } ?? home.map { "\($0)/.local/share/icons" }
        let shared = (list("XDG_DATA_DIRS") ?? ["/usr/local/share", "/usr/share"]).map { "\($0)/icons" }
        let usual = own + home.map { "\($0)/.icons" } + shared + ["/usr/share/pixmaps"]
        let paths = list("XCURSOR_PATH")?.map { $0.hasPrefix("~/") ? (home.first ?? "") + $0.dropFirst() : $0 } ?? usual
        places = paths.filter { $0.hasPrefix("/") }
    }

    /// The folders of a theme and of the themes that it inherits from, its own first; each theme counts once.
    func folders(of theme: String) -> [String] {
        var waiting = [theme]
        var known = Set(waiting)
        var folders: [String] = []
        while let next = waiting.popLast() {
            folders += places.map { "\($0)/\(next)/cursors" }.filter(FilePath.exists)
            // `popLast` takes the last theme, so the first parent is appended last.
            for parent in parents(of: next).reversed() where PointerConfiguration.isTheme(parent) {
                if known.count < Self.mostThemes, known.insert(parent).inserted { waiting.append(parent) }
            }
        }
        return folders
    }

    /// The themes that the theme inherits from, as its first description says.
    private func parents(of theme: String) -> [String] {
        for place in places {
            guard let file = try? RegularFile("\(place)/\(theme)/index.theme", limit: 1 << 20),
                let bytes = try? file.read()
            else { continue }
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            for line in lines {
                let pair = line.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }) == "Inherits" else { continue }
                return pair[1].split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
            }
            return []
        }
        return []
    }

    private static let mostThemes = 32
}

/// Other names that themes give to CSS cursors: those of X11 and of older toolkits.
enum CursorNames {
    static func others(for cssName: String) -> [String] { table[cssName] ?? [] }

    /// Whether this is a CSS cursor name.
    static func contains(_ cssName: String) -> Bool { table[cssName] != nil }

    private static let across = ["ew-resize", "sb_h_double_arrow", "h_double_arrow", "size_hor"]
    private static let down = ["ns-resize", "sb_v_double_arrow", "v_double_arrow", "size_ver"]
    private static let falling = ["nwse-resize", "bd_double_arrow", "size_fdiag"]
    private static let rising = ["nesw-resize", "fd_double_arrow", "size_bdiag"]

    private static let table: [String: [String]] = [
        "default": ["left_ptr", "arrow", "top_left_arrow"],
        "context-menu": [],
        "help": ["question_arrow", "whats_this", "left_ptr_help"],
        "pointer": ["hand2", "hand1", "hand", "pointing_hand"],
        "progress": ["left_ptr_watch", "half-busy"],
        "wait": ["watch"],
        "cell": ["plus"],
        "crosshair": ["cross", "tcross"],
        "text": ["xterm", "ibeam"],
        "vertical-text": [],
        "alias": ["dnd-link", "link"],
        "copy": ["dnd-copy"],
        "move": ["dnd-move", "fleur", "size_all"],
        "no-drop": ["dnd-no-drop", "forbidden", "circle"],
        "not-allowed": ["crossed_circle", "forbidden", "circle"],
        "grab": ["openhand", "hand1"],
        "grabbing": ["closedhand", "dnd-none"],
        "e-resize": ["right_side"] + across,
        "w-resize": ["left_side"] + across,
        "n-resize": ["top_side"] + down,
        "s-resize": ["bottom_side"] + down,
        "ne-resize": ["top_right_corner"] + rising,
        "sw-resize": ["bottom_left_corner"] + rising,
        "nw-resize": ["top_left_corner"] + falling,
        "se-resize": ["bottom_right_corner"] + falling,
        "ew-resize": across,
        "ns-resize": down,
        "nesw-resize": rising,
        "nwse-resize": falling,
        "col-resize": ["split_h"] + across,
        "row-resize": ["split_v"] + down,
        "all-scroll": ["fleur", "size_all"],
        "zoom-in": ["zoom_in"],
        "zoom-out": ["zoom_out"],
    ]
}
