import CWayland

/// An interface of a protocol; the generated namespaces (`WlSurface`, `XdgToplevel`, ...) conform.
protocol WaylandInterface {
    /// What an object of the interface asks of its handler, such as `any WlSurfaceRequests`.
    associatedtype Requests

    static var name: String { get }
    /// The newest version described.
    static var version: Int { get }
    /// libwayland's description, which lives for ever.
    static var wire: UnsafePointer<wl_interface> { get }

    /// Decodes a request and hands it to the resource's handler. An object without a handler is inert: its
    /// requests are swallowed and what they create is inert too.
    static func dispatch(opcode: UInt32, arguments: UnsafePointer<wl_argument>, to resource: Resource<Self>)
}

/// An error that an interface defines.
protocol WireErrorCode: RawRepresentable, Sendable where RawValue == UInt32 {}
