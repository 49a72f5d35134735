package import Runtime

/// The descriptors attached to a request, in the sender's order.
package struct AttachedFiles: Sendable {
    private let descriptors: [OwnedDescriptor]

    package init(_ descriptors: [OwnedDescriptor] = []) {
        self.descriptors = descriptors
    }

    package var count: Int { descriptors.count }

    /// The descriptor at an index from 0; the error tells the sender how to attach one.
    package func file(_ number: Int) throws(ControlRequestError) -> OwnedDescriptor {
        guard descriptors.indices.contains(number) else {
            throw ControlRequestError(
                "no descriptor \(number) is attached to the request: open the file and attach it (SCM_RIGHTS), "
                    + "because the service opens no paths")
        }
        return descriptors[number]
    }
}

/// Descriptors received on a connection that wait for the rest of their line.
///
/// The kernel ends a read after a message with descriptors, so they belong to the line in which that read ends.
/// Descriptors that the line does not use are closed with it and never accumulate.
struct ArrivedDescriptors {
    /// The descriptors in order of arrival, each with the position in the stream, in bytes, at which its read ended.
    private var arrived: [(position: Int, descriptor: OwnedDescriptor)] = []

    var count: Int { arrived.count }

    mutating func add(_ descriptors: [OwnedDescriptor], at position: Int) {
        arrived += descriptors.map { (position, $0) }
    }

    /// Removes and returns the descriptors of the line that ends at `position`; lines are taken in order.
    mutating func take(upTo position: Int) -> [OwnedDescriptor] {
        let count = arrived.prefix { $0.position <= position }.count
        defer { arrived.removeFirst(count) }
        return arrived.prefix(count).map(\.descriptor)
    }
}
