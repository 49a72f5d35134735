import CDRM

/// Owns a property blob; the kernel states that use the blob hold their own reference.
final class PropertyBlob {
    let id: UInt32
    private let file: DRMFile

    /// A blob with the bytes of `elements` in the order and layout of C.
    init<Element>(file: DRMFile, _ elements: [Element]) throws(KMSError) {
        var id: UInt32 = 0
        let result = elements.withUnsafeBytes { bytes in
            drmModeCreatePropertyBlob(file.descriptor, bytes.baseAddress, bytes.count, &id)
        }
        if result != 0 { throw KMSError(.createBlob, device: file.path, errorNumber: -result) }
        self.id = id
        self.file = file
    }

    deinit {
        if file.isOpen { drmModeDestroyPropertyBlob(file.descriptor, id) }
    }
}
