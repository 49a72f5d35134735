/// One finger on one device from its down to its up or cancel; no two live contacts share one.
package struct ContactID: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }
}
