import Geometry
package import Mirroring

/// A value that is encoded as one of many texts, described for a schema.
package protocol DescribedWord: TextCodable {
    /// Any one value.
    static var sample: Self { get }
    /// A regular expression, as JSON Schema has them, that matches the descriptions of all values.
    static var pattern: String { get }
}

extension PiPSource: DescribedWord {
    package static var sample: PiPSource { .content }
    package static var pattern: String { "^(external|content|hud|window:.+|camera:/dev/.+)$" }
}

extension TransformName: DescribedWord {
    package static var sample: TransformName { TransformName(.normal) }
    package static var pattern: String { "^(\(all.joined(separator: "|")))$" }
}

extension NamedScreen: DescribedWord {
    package static var sample: NamedScreen { .role(.panel) }
    package static var pattern: String { "^[A-Za-z0-9_.-]{1,64}$" }
}
