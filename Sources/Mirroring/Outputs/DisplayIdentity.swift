/// A display's identity from its EDID; nil where the EDID is silent.
package struct DisplayIdentity: Hashable, Sendable, Codable {
    /// The three-letter PNP identifier of the maker, such as `DEL`.
    package var make: String?
    package var model: String?
    package var serial: String?

    package init(make: String? = nil, model: String? = nil, serial: String? = nil) {
        self.make = make
        self.model = model
        self.serial = serial
    }
}
