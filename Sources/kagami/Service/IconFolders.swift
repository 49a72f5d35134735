import Glibc

/// Where programs' icons are: the theme `hicolor`, which all programs have theirs in, and the folder without a theme.
struct IconFolders: Sendable {
    private let folders: [String]

    /// Nearest first to what a menu shows.
    private static let sizes = [64, 48, 96, 128, 256, 32, 512]

    /// `roots` are the folders of shared data, the user's own first.
    init(roots: [String]) {
        folders =
            roots.flatMap { root in
                Self.sizes.map { "\(root)/icons/hicolor/\($0)x\($0)/apps" }
            } + roots.map { "\($0)/pixmaps" }
    }

    /// The path of the PNG file for the icon of a desktop entry, which names the file or gives its path; nil where there
    /// is none.
    func path(of icon: String) -> String? {
        guard !icon.isEmpty, !icon.utf8.contains(0) else { return nil }
        if icon.hasPrefix("/") { return icon.hasSuffix(".png") && Self.isReadable(icon) ? icon : nil }
        guard !icon.contains("/") else { return nil }
        // Some entries name the file with its ending.
        let file = icon.hasSuffix(".png") ? icon : "\(icon).png"
        return folders.lazy.map { "\($0)/\(file)" }.first(where: Self.isReadable)
    }

    private static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
