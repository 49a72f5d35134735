import Glibc
import KagamiCommands
import Logging
import Mirroring
import Runtime

/// The programs in the menu's launcher.
///
/// They are found in the desktop entries of the system and the user, and started beside the hosted application.
final class InstalledPrograms: ProgramPort {
    private let loop: EventLoop
    private let launched: LaunchedApplications
    private let environment: [String: String]
    /// The current reading of desktop entries; a new reading replaces it.
    private var reading: BackgroundWork<[InstalledProgram]>?

    init(loop: EventLoop, launched: LaunchedApplications, environment: [String: String]) {
        self.loop = loop
        self.launched = launched
        self.environment = environment
    }

    func read(in language: Language, completion: @escaping ([InstalledProgram]) -> Void) {
        let folders = DesktopFolders(environment: environment)
        do throws(RuntimeError) {
            reading = try BackgroundWork(loop: loop, { folders.programs(in: language) }, whenDone: completion)
        } catch {
            Logger(label: "kagami.launch").warning("programs not read", metadata: ["reason": "\(error)"])
        }
    }

    func launch(_ program: InstalledProgram) -> String? {
        do throws(CommandFailure) {
            _ = try launched.launch(program.command, in: .content)
            return nil
        } catch {
            return error.description
        }
    }
}

/// The folders with desktop entries, and the programs in them.
struct DesktopFolders: Sendable {
    private let folders: [String]
    private let icons: IconFolders
    private let desktops: [String]
    private let environment: [String: String]

    /// The limits on what is read.
    private static let mostFiles = 4000
    private static let mostPrograms = 1000
    private static let deepest = 4
    private static let largestFile = 64 * 1024

    /// The folders in `$XDG_DATA_HOME` and then `$XDG_DATA_DIRS`, or in their default values if these are not set.
    init(environment: [String: String]) {
        func paths(_ name: String) -> [String] {
            (environment[name] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        }
        let usual = environment["HOME"].map { ["\($0)/.local/share"] } ?? []
        let own = paths("XDG_DATA_HOME").prefix(1)
        let shared = paths("XDG_DATA_DIRS")
        let roots = (own.isEmpty ? usual : Array(own)) + (shared.isEmpty ? ["/usr/local/share", "/usr/share"] : shared)
        folders = roots.map { "\($0)/applications" }
        icons = IconFolders(roots: roots)
        desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map(String.init)
        self.environment = environment
    }

    /// The programs that a launcher shows, sorted by name.
    func programs(in language: Language) -> [InstalledProgram] {
        var programs: [InstalledProgram] = []
        for (identifier, path) in paths() where programs.count < Self.mostPrograms {
            guard let file = try? RegularFile(path, limit: Self.largestFile), let bytes = try? file.read() else {
                continue
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if let entry = DesktopEntry(text, in: language, path: path), var program = program(entry) {
                program.id = identifier.split(separator: ".").dropLast().joined(separator: ".").lowercased()
                program.windowClass = entry.windowClass?.lowercased()
                programs.append(program)
            }
        }
        return programs.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }

    /// The program of an entry; nil if the entry does not apply here.
    private func program(_ entry: DesktopEntry) -> InstalledProgram? {
        guard entry.isShown(on: desktops) else { return nil }
        if let needed = entry.tryCommand, !isProgram(needed) { return nil }
        let icon = icons.path(of: entry.icon)
        guard entry.needsTerminal else {
            return InstalledProgram(name: entry.name, command: entry.command, icon: icon)
        }
        // The user's preferred terminal, or else the terminal that Kagami's packages suggest.
        let terminal = ["xdg-terminal-exec", "foot"].first(where: isProgram)
        return terminal.map { InstalledProgram(name: entry.name, command: [$0] + entry.command, icon: icon) }
    }

    private func isProgram(_ name: String) -> Bool { ProgramPath.find(name, in: environment) != nil }

    /// The entries' files; of files at the same place in different folders, the first one counts.
    private func paths() -> [(identifier: String, path: String)] {
        var seen: Set<String> = []
        var paths: [(identifier: String, path: String)] = []
        for folder in folders {
            for place in DesktopFolder(folder).files(deepest: Self.deepest, most: Self.mostFiles - paths.count) {
                // An entry's identifier has dashes in place of slashes.
                let identifier = place.split(separator: "/").joined(separator: "-")
                if seen.insert(identifier).inserted { paths.append((identifier, "\(folder)/\(place)")) }
            }
        }
        return paths
    }
}

/// A folder that is searched for desktop entries.
private struct DesktopFolder {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The paths of the entries within the folder, in order.
    func files(deepest: Int, most: Int) -> [String] {
        var files: [String] = []
        collect("", deepest, most, &files)
        return files
    }

    private func collect(_ prefix: String, _ depth: Int, _ most: Int, _ files: inout [String]) {
        var folders: [String] = []
        for entry in entries(of: prefix.isEmpty ? path : "\(path)/\(prefix)") where files.count < most {
            if entry.isDirectory {
                folders.append(prefix + entry.name + "/")
            } else if entry.name.hasSuffix(".desktop") {
                files.append(prefix + entry.name)
            }
        }
        guard depth > 1 else { return }
        for folder in folders where files.count < most { collect(folder, depth - 1, most, &files) }
    }

    /// The visible entries of a folder, sorted; none if it cannot be read. Links to folders are not followed.
    private func entries(of folder: String) -> [DirectoryEntry] {
        DirectoryEntry.all(in: folder, limit: 10_000).filter { !$0.name.hasPrefix(".") }.sorted { $0.name < $1.name }
    }
}

/// The folders of programs' icons: the theme `hicolor`, to which all programs add theirs, the theme `Adwaita`, which has shared icons,
/// and the folder without a theme.
struct IconFolders: Sendable {
    private let pictures: [String]
    private let drawings: [String]

    /// The sizes in order of preference for a menu.
    private static let sizes = [64, 48, 96, 128, 256, 32, 512]
    /// The folders of programs in each theme.
    private static let places = [("hicolor", "apps"), ("Adwaita", "apps"), ("Adwaita", "legacy")]

    /// `roots` are the folders of shared data, the user's own first.
    init(roots: [String]) {
        func folders(_ sizes: [String]) -> [String] {
            Self.places.flatMap { theme, place in
                roots.flatMap { root in sizes.map { "\(root)/icons/\(theme)/\($0)/\(place)" } }
            } + roots.map { "\($0)/pixmaps" }
        }
        pictures = folders(Self.sizes.map { "\($0)x\($0)" })
        drawings = folders(["scalable"])
    }

    /// The path of the PNG or SVG file for the icon of a desktop entry, which names the file or gives its path; nil if
    /// there is none.
    func path(of icon: String) -> String? {
        guard !icon.isEmpty, !icon.utf8.contains(0) else { return nil }
        let ending = [".png", ".svg"].first(where: icon.hasSuffix)
        if icon.hasPrefix("/") { return ending != nil && Self.isReadable(icon) ? icon : nil }
        guard !icon.contains("/") else { return nil }
        // Some entries include the file's extension.
        let name = ending.map { String(icon.dropLast($0.count)) } ?? icon
        return [(pictures, "png"), (drawings, "svg")].lazy.flatMap { folders, ending in
            folders.lazy.map { "\($0)/\(name).\(ending)" }
        }.first(where: Self.isReadable)
    }

    private static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
