/// Why a file is no picture, in words that follow its name.
package struct PictureFault: Error, Hashable, CustomStringConvertible {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }

    package var description: String { reason }
}
