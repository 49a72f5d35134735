#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A PipeWire object as `pw-dump` prints it, without the parts that do not concern sinks.
struct PipeWireObject: Decodable {
    let id: Int
    /// The type, such as `PipeWire:Interface:Node`; nil for an object that has gone.
    let type: String?
    let info: Info?
    /// The properties of a metadata object, which has no `info`.
    let props: [String: Scalar]?
    /// The entries of a metadata object: all at first, and later those that have changed. A deleted entry is missing.
    let metadata: [Entry]?

    struct Info: Decodable {
        let props: [String: Scalar]?
        let params: Params?
    }

    struct Params: Decodable {
        let routes: [Route]?
        /// The controls of a node's playback.
        let controls: [Controls]?

        private enum CodingKeys: String, CodingKey {
            case routes = "EnumRoute"
            case controls = "Props"
        }
    }

    struct Controls: Decodable {
        /// The volumes by channel, as factors of the signal.
        let channelVolumes: [Double]?
    }

    /// An output of a sound card.
    struct Route: Decodable {
        let direction: String?
        /// `yes`, `no` or `unknown`.
        let available: String?
        /// The number of pairs, followed by keys and values in turn.
        let info: [Scalar]?
        /// The profiles' numbers of the devices behind the route; a sink has its own number as `card.profile.device`.
        let devices: [Int]?

        func value(_ key: String) -> String? {
            guard let info, let place = info.firstIndex(of: .text(key)), place + 1 < info.count else { return nil }
            return info[place + 1].text
        }
    }

    struct Entry: Decodable {
        let key: String
        let value: Named?
    }

    /// The value of an entry that names a node; nil for other values.
    struct Named: Decodable {
        let name: String?

        private enum CodingKeys: String, CodingKey {
            case name
        }

        init(from decoder: any Decoder) throws {
            name = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
    }

    /// A text or a whole number; any other value is `other`.
    enum Scalar: Decodable, Hashable {
        case text(String)
        case number(Int)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = (try? container.decode(Int.self)).map(Scalar.number) ?? .other
            }
        }

        var text: String? {
            if case .text(let text) = self { text } else { nil }
        }

        /// The number, also from a text of digits: PipeWire prints some numbers as texts.
        var number: Int? {
            switch self {
            case .text(let text): Int(text)
            case .number(let number): number
            case .other: nil
            }
        }
    }

    /// The objects of an array that `pw-dump` prints; nil for invalid text.
    static func all(in text: [UInt8]) -> [PipeWireObject]? {
        try? JSONDecoder().decode([PipeWireObject].self, from: Data(text))
    }
}
