/// What a value looks like in JSON.
package indirect enum JSONShape: Hashable, Sendable {
    case boolean
    case integer
    case number
    case text
    /// A text that is one of these words.
    case words([String])
    /// A text that this regular expression matches.
    case pattern(String)
    case list(JSONShape)
    /// A value or null.
    case nullable(JSONShape)
    /// The object that is described under this name.
    case object(String)
    /// One of these objects.
    case oneOf([String])
}

/// The keys of an object.
package struct ObjectShape: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var key: String
        package var shape: JSONShape
        /// Whether the key is always present.
        package var isRequired: Bool
    }

    /// The fields in the order in which they are written.
    package var fields: [Field] = []
}

/// A value that cannot be described, because of the way in which it encodes itself.
package struct ShapeError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
