/// Why a file cannot be used as a picture, as a message that follows its name.
package struct ImageFault: Error, Hashable, CustomStringConvertible {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }

    package var description: String { reason }
}
