import Runtime

/// The descriptors that came with a request, in the order in which its sender attached them.
package struct AttachedFiles: Sendable {
    private let descriptors: [OwnedDescriptor]

    package init(_ descriptors: [OwnedDescriptor] = []) {
        self.descriptors = descriptors
    }

    package var count: Int { descriptors.count }

    /// The descriptor of this number, 0 the first; the error tells its sender how to attach one.
    package func file(_ number: Int) throws(ControlRequestError) -> OwnedDescriptor {
        guard descriptors.indices.contains(number) else {
            throw ControlRequestError(
                "no descriptor \(number) came with the request: open the file and attach it (SCM_RIGHTS), "
                    + "as the service opens no paths")
        }
        return descriptors[number]
    }
}

/// Descriptors that have arrived on a connection and wait for the rest of the line that they came with.
///
/// The kernel ends a read with the message that descriptors are attached to, so they belong to the line in which that
/// read ends. What that line does not ask for is closed with it: nothing gathers here.
struct ArrivedDescriptors {
    /// In the stream's order, with the position in it, in bytes from its start, at which the read ended.
    private var arrived: [(position: Int, descriptor: OwnedDescriptor)] = []

    var count: Int { arrived.count }

    mutating func add(_ descriptors: [OwnedDescriptor], at position: Int) {
        arrived += descriptors.map { (position, $0) }
    }

    /// Takes out those of the line that ends at `position`, lines being taken in their order.
    mutating func take(upTo position: Int) -> [OwnedDescriptor] {
        let count = arrived.prefix { $0.position <= position }.count
        defer { arrived.removeFirst(count) }
        return arrived.prefix(count).map(\.descriptor)
    }
}
