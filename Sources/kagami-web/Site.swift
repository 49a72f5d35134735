import Mirroring
import Runtime

/// The files of the page, read once when the program starts: a request's path is only looked up.
struct Site {
    struct File {
        let type: String
        let bytes: [UInt8]
    }

    private var files: [String: File] = [:]

    /// Where Debian's package `novnc` has the code that draws pictures.
    static let viewer = "/usr/share/novnc"

    /// Reads the page's files from `folder`, and the viewer's parts that the page needs, if they are there.
    init(folder: String, viewer: String = Site.viewer) throws {
        try add(folder, as: "")
        guard let page = files["/index.html"] else {
            throw FileError("cannot read \(folder)/index.html: install the package kagami-web again")
        }
        files["/"] = page
        if FilePath.exists(viewer + "/core/rfb.js") {
            for part in ["core", "vendor"] { try add("\(viewer)/\(part)", as: "/novnc/\(part)") }
        }
    }

    /// Whether there is something that draws pictures.
    var hasViewer: Bool { files["/novnc/core/rfb.js"] != nil }

    func file(_ path: String) -> File? { files[path] }

    private mutating func add(_ folder: String, as name: String) throws {
        for entry in try DirectoryEntry.list(folder) {
            let path = "\(folder)/\(entry.name)"
            if entry.isDirectory {
                try add(path, as: "\(name)/\(entry.name)")
            } else if let ending = entry.name.split(separator: ".").last, let type = Self.types[String(ending)] {
                files["\(name)/\(entry.name)"] = File(type: type, bytes: try FilePath.read(path, limit: 1 << 22))
            }
        }
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml", "json": "application/json", "webmanifest": "application/manifest+json",
    ]

    /// The folder of the page's files: the installed one beside the program, or that of the sources that the program was built from.
    static func folder(besides program: String) -> String? {
        let folders = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let places = [(1, "share/kagami/web"), (3, "data/web")].map { up, name in
            (folders.dropLast(up) + [Substring(name)]).joined(separator: "/")
        }
        return places.first { FilePath.exists($0 + "/index.html") }
    }
}
