import Geometry

/// Identifies a display wherever it is plugged in: by its EDID, or by its connector where the EDID is silent.
package struct DisplayKey: Hashable, Sendable {
    package let identity: DisplayIdentity
    /// The connector, or nil for a display that reports its identity.
    package let connector: OutputID?

    package init(identity: DisplayIdentity, connector: OutputID) {
        self.identity = identity
        self.connector = identity == DisplayIdentity() ? connector : nil
    }

    package init(_ output: OutputDescription) {
        self.init(identity: output.identity, connector: output.id)
    }
}

/// The settings made by hand for each display, including displays that are not plugged in.
///
/// Two displays of the same model without serial numbers count as one.
package struct DisplayMemory: Hashable, Sendable {
    /// One display and its settings.
    package struct Entry: Hashable, Sendable {
        package let key: DisplayKey
        /// The connector that the display had when something was last set for it.
        package let output: OutputID
        package let settings: DisplaySettings

        package init(identity: DisplayIdentity, output: OutputID, settings: DisplaySettings) {
            key = DisplayKey(identity: identity, connector: output)
            self.output = output
            self.settings = settings
        }
    }

    /// The displays in the order of their last setting, the newest last.
    package private(set) var entries: [Entry] = []

    /// The most displays that are remembered; the oldest are forgotten first.
    package static let limit = 64

    /// A memory of these entries; of several entries for one display the last one stays.
    package init(_ entries: [Entry] = []) {
        for entry in entries where !entry.settings.isEmpty { add(entry) }
    }

    package subscript(output: OutputDescription) -> DisplaySettings? {
        let key = DisplayKey(output)
        return entries.first { $0.key == key }?.settings
    }

    /// Adds settings for a display.
    mutating func remember(_ settings: DisplaySettings, for output: OutputDescription) {
        if settings.isEmpty { return }
        let known = self[output] ?? DisplaySettings()
        add(Entry(identity: output.identity, output: output.id, settings: known.updated(with: settings)))
    }

    /// Forgets the display at a connector, or the displays last set up there where nothing is connected.
    mutating func forget(_ id: OutputID, among outputs: [OutputDescription]) {
        let key = outputs.first { $0.id == id && $0.isConnected }.map(DisplayKey.init)
        entries.removeAll { entry in key.map { entry.key == $0 } ?? (entry.output == id) }
    }

    mutating func forgetAll() {
        entries = []
    }

    private mutating func add(_ entry: Entry) {
        entries.removeAll { $0.key == entry.key }
        entries.append(entry)
        entries.removeFirst(max(0, entries.count - Self.limit))
    }
}

/// The file of remembered settings: `displays`, with the display that was set last at the end.
extension DisplayMemory: Codable {
    private enum CodingKeys: String, CodingKey {
        case entries = "displays"
    }

    /// Leaves out displays that cannot be understood, so that one mistake costs the settings of one display.
    package init(from decoder: any Decoder) throws {
        struct Attempt: Decodable {
            let entry: Entry?

            init(from decoder: any Decoder) throws {
                entry = try? Entry(from: decoder)
            }
        }
        let attempts = try decoder.container(keyedBy: CodingKeys.self).decode([Attempt].self, forKey: .entries)
        self.init(attempts.compactMap(\.entry))
    }
}

/// One display with its settings: `output`, `settings`, and the known ones of `make`, `model` and `serial`.
extension DisplayMemory.Entry: Codable {
    private enum CodingKeys: CodingKey {
        case output, settings
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            identity: try DisplayIdentity(from: decoder), output: try container.decode(OutputID.self, forKey: .output),
            settings: try container.decode(DisplaySettings.self, forKey: .settings))
    }

    package func encode(to encoder: any Encoder) throws {
        try key.identity.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(settings, forKey: .settings)
    }
}

/// The core's access to the file that keeps the displays' settings beyond the service's end.
package protocol DisplayMemoryPort: AnyObject {
    /// The memory that was saved last, or an empty one where there is none or it cannot be read, which is logged.
    func load() -> DisplayMemory

    /// Saves the memory; a failure is logged.
    func save(_ memory: DisplayMemory)
}
