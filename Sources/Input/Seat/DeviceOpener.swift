import Runtime

/// Opens and closes device files on behalf of the seat, which alone may read `/dev/input`.
package protocol DeviceOpener: AnyObject {
    /// An open, non-blocking descriptor of the device file at `path`; its owner gives it back through
    /// `closeDevice`.
    func openDevice(at path: String) throws(RuntimeError) -> CInt

    /// Takes back a descriptor that `openDevice` returned.
    func closeDevice(_ descriptor: CInt)
}
