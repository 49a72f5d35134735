import Mirroring

/// Where a value was read.
package struct ConfigurationPlace: Hashable, Sendable {
    package var file: String
    package var line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

/// Configuration files laid above each other: a later one's values count before an earlier one's, and its rules too.
struct ConfigurationLayers {
    private(set) var configuration = Configuration()
    /// The files, in the order in which they were read.
    private(set) var files: [String] = []
    /// Where each value was read, by its path in the whole, such as `panel.scale` or `device[1].name`.
    private(set) var places: [String: ConfigurationPlace] = [:]

    /// Reads one more file's text; an error leaves everything as it was.
    mutating func add(_ text: String, file: String) throws(ConfigurationError) {
        let (next, lines) = try ConfigurationParser.parseWithLines(text, file: file, over: configuration)
        // Of rules for devices the first match wins, of all others the last: the file's own come before or after the others.
        let devices = next.devices.count - configuration.devices.count
        places = Dictionary(
            uniqueKeysWithValues: places.map { (Self.moved($0.key, ["device": devices]), $0.value) })
        let before = [
            "display": configuration.displays.count, "window_rule": configuration.windowRules.count,
            "menu_entry": configuration.menu.commands.count,
        ]
        for (path, line) in lines { places[Self.moved(path, before)] = ConfigurationPlace(file: file, line: line) }
        configuration = next
        files.append(file)
    }

    /// A path with the number of its table of tables, if it has one, raised by what `steps` says for that.
    private static func moved(_ path: String, _ steps: [String: Int]) -> String {
        guard let open = path.firstIndex(of: "["), let close = path.firstIndex(of: "]"), open < close,
            let step = steps[String(path[..<open])], let number = Int(path[path.index(after: open)..<close])
        else { return path }
        return "\(path[..<open])[\(number + step)\(path[close...])"
    }
}
