package import Runtime

/// Opens and closes device files on behalf of the seat, which alone may read `/dev/input`.
package protocol DeviceOpener: AnyObject {
    /// Opens the device file at `path` and returns a non-blocking descriptor, to be closed through `closeDevice`.
    func openDevice(at path: String) throws(RuntimeError) -> CInt

    /// Closes a descriptor that `openDevice` returned.
    func closeDevice(_ descriptor: CInt)
}
