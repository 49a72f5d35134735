import CWLCS
import Glibc

/// The protocols that the runner may test, in the runner's own form.
final class SupportedExtensions {
    let descriptor: UnsafeMutablePointer<WlcsIntegrationDescriptor>
    private let entries: UnsafeMutableBufferPointer<WlcsExtensionDescriptor>

    /// `globals` are the interface names with the announced versions.
    init(_ globals: [(name: String, version: Int)]) {
        entries = .allocate(capacity: globals.count)
        for (index, global) in globals.enumerated() {
            entries.initializeElement(
                at: index,
                to: WlcsExtensionDescriptor(name: UnsafePointer(strdup(global.name)), version: UInt32(global.version)))
        }
        descriptor = .allocate(capacity: 1)
        descriptor.initialize(
            to: WlcsIntegrationDescriptor(
                version: UInt32(WLCS_INTEGRATION_DESCRIPTOR_VERSION), num_extensions: entries.count,
                supported_extensions: UnsafePointer(entries.baseAddress)))
    }

    deinit {
        for entry in entries { free(UnsafeMutableRawPointer(mutating: entry.name)) }
        entries.deallocate()
        descriptor.deallocate()
    }
}
