import Mirroring
import Runtime

/// The keyboard that the machine's administrator or installer has set, for the console and for all sessions.
struct MachineKeyboard {
    /// Debian's own file, and the file that systemd-localed writes on other systems.
    static let files = ["/etc/default/keyboard", "/etc/X11/xorg.conf.d/00-keyboard.conf"]

    private let file: String
    private let names: [Key: (text: String, line: Int)]

    /// What a file sets, by the word after `XKB` in capitals.
    private enum Key: String, CaseIterable {
        case layout = "LAYOUT"
        case variant = "VARIANT"
        case options = "OPTIONS"
        case model = "MODEL"

        var path: WritableKeyPath<KeyboardConfiguration, String> {
            switch self {
            case .layout: \.layout
            case .variant: \.variant
            case .options: \.options
            case .model: \.model
            }
        }
    }

    /// Reads the first of the files that names a layout of this machine; nil if none does.
    init?(files: [String]) {
        for file in files {
            guard let text = try? ConfigurationFile.regularText(of: file) else { continue }
            let names = Self.names(in: text)
            guard let layout = names[.layout]?.text, KeyboardLayouts().unknown(in: layout) == nil else { continue }
            (self.file, self.names) = (file, names)
            return
        }
        return nil
    }

    /// Reads both `XKBLAYOUT="de"` and `Option "XkbLayout" "de"`.
    private static func names(in text: String) -> [Key: (text: String, line: Int)] {
        var names: [Key: (text: String, line: Int)] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var words = CommandWords(String(line))?.words ?? []
            if words.first?.uppercased() == "OPTION" {
                words.removeFirst()
            } else {
                words = words.first?.split(separator: "=", maxSplits: 1).map(String.init) ?? []
            }
            guard words.count >= 2, words[0].uppercased().hasPrefix("XKB"), !words[1].isEmpty,
                let key = Key(rawValue: String(words[0].uppercased().dropFirst(3)))
            else { continue }
            names[key] = (words[1], index + 1)
        }
        return names
    }

    /// Sets what neither the configuration nor xkb's own variables set. A layout and its variant are a pair.
    func complete(_ loaded: inout LoadedConfiguration, environment: [String: String]) {
        func isOpen(_ keys: Key...) -> Bool {
            keys.allSatisfy { key in
                loaded.configuration.keyboard[keyPath: key.path].isEmpty
                    && environment["XKB_DEFAULT_\(key.rawValue)"]?.isEmpty != false
            }
        }
        var open: [Key] = isOpen(.layout, .variant) ? [.layout, .variant] : []
        if isOpen(.options) { open.append(.options) }
        if isOpen(.model) { open.append(.model) }
        for key in open {
            guard let value = names[key] else { continue }
            loaded.configuration.keyboard[keyPath: key.path] = value.text
            loaded.places["keyboard.\(key.rawValue.lowercased())"] = ConfigurationPlace(file: file, line: value.line)
        }
    }
}
