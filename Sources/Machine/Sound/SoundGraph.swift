import Glibc
import Mirroring

/// A destination for sound: a node of PipeWire.
package struct SoundSink: Hashable, Sendable {
    /// PipeWire's name, such as `alsa_output.pci-0000_00_1f.3.hdmi-stereo`.
    package let name: String
    /// The description for people.
    package let description: String
}

/// A sink's number and volume, as PipeWire's own commands use them.
struct SinkState: Hashable {
    let node: Int
    let volumePercent: Int
}

/// PipeWire's sinks and the default one, as far as PipeWire has reported them.
struct SoundGraph {
    private struct Sink {
        let sink: SoundSink
        /// The sound card's object and the number of the sink's device on the card; nil if there is no card.
        let card: Int?
        let device: Int?
        /// Nil until PipeWire has reported it.
        let volumePercent: Int?
    }

    /// A display that is plugged into an output of a card.
    private struct Plug {
        /// The display's own name, from its ELD.
        let display: String
        let devices: [Int]
    }

    private var sinks: [Int: Sink] = [:]
    private var plugs: [Int: [Plug]] = [:]
    private(set) var choice = SoundChoice()
    /// Whether PipeWire has reported which sink is chosen.
    ///
    /// PipeWire first names the object for the choice, and then its content. If there is any sink, one is in force.
    var isComplete: Bool { choice != SoundChoice() }

    private static let defaults = "default"

    /// Takes objects that are new, have changed, or have gone.
    mutating func apply(_ objects: [PipeWireObject]) {
        for object in objects {
            switch object.type {
            case "PipeWire:Interface:Node": sinks[object.id] = object.info.flatMap(Self.sink)
            case "PipeWire:Interface:Device": plugs[object.id] = object.info.map { Self.plugs($0.params?.routes ?? []) }
            case "PipeWire:Interface:Metadata":
                guard object.props?["metadata.name"] == .text(Self.defaults) else { break }
                take(object.metadata ?? [])
            case nil:
                sinks[object.id] = nil
                plugs[object.id] = nil
            default: break
            }
        }
    }

    private mutating func take(_ entries: [PipeWireObject.Entry]) {
        for entry in entries {
            switch entry.key {
            case "default.configured.audio.sink": choice.configured = entry.value?.name ?? choice.configured
            case "default.audio.sink": choice.current = entry.value?.name ?? choice.current
            default: break
            }
        }
    }

    /// The sink for a display; nil if there is none.
    ///
    /// With a pattern, the first sink by name whose name or description matches. Without a pattern, the sink whose card reports that this
    /// display is plugged in there.
    func sink(for display: DisplayIdentity, matching pattern: TextPattern?) -> SoundSink? {
        let found = sinks.values.filter { sink in
            if let pattern { return pattern.matches(sink.sink.name) || pattern.matches(sink.sink.description) }
            guard let model = display.model, let card = sink.card, let device = sink.device else { return false }
            return plugs[card]?.contains { $0.display == model && $0.devices.contains(device) } ?? false
        }
        return found.map(\.sink).min { $0.name < $1.name }
    }

    /// PipeWire's number of a sink and the sink's volume; nil if there is no sink of that name.
    func state(of name: String) -> SinkState? {
        let found = sinks.first { $0.value.sink.name == name }
        return found.flatMap { id, sink in sink.volumePercent.map { SinkState(node: id, volumePercent: $0) } }
    }

    private static func sink(_ info: PipeWireObject.Info) -> Sink? {
        let props = info.props ?? [:]
        guard props["media.class"] == .text("Audio/Sink"), let name = props["node.name"]?.text else { return nil }
        return Sink(
            sink: SoundSink(name: name, description: props["node.description"]?.text ?? name),
            card: props["device.id"]?.number, device: props["card.profile.device"]?.number,
            volumePercent: info.params?.controls?.lazy.compactMap { volume($0.channelVolumes ?? []) }.first)
    }

    /// The volume in percent as PipeWire's own controls show it: the cube root of the signal's factor, of the loudest channel.
    private static func volume(_ channels: [Double]) -> Int? {
        guard let loudest = channels.max(), loudest >= 0, loudest.isFinite else { return nil }
        let range = DisplaySettings.volumePercents
        return min(
            max(Int(exactly: (cbrt(min(loudest, 8)) * 100).rounded()) ?? 100, range.lowerBound), range.upperBound)
    }

    private static func plugs(_ routes: [PipeWireObject.Route]) -> [Plug] {
        routes.compactMap { route in
            guard route.direction == "Output", route.available != "no" else { return nil }
            return route.value("device.product.name").map { Plug(display: $0, devices: route.devices ?? []) }
        }
    }
}
