import CWayland

/// An interface of a protocol; the generated namespaces (`WlSurface`, `XdgToplevel`, ...) conform.
protocol WaylandInterface {
    /// The protocol that a handler of the interface conforms to, such as `any WlSurfaceRequests`.
    associatedtype Requests

    static var name: String { get }
    /// The newest version that the bindings describe.
    static var version: Int { get }
    /// libwayland's description, which is never freed.
    static var wire: UnsafePointer<wl_interface> { get }

    /// Decodes a request and passes it to the resource's handler. A resource without a handler is inert: its requests
    /// are ignored, and resources that they create are inert too.
    static func dispatch(opcode: UInt32, arguments: UnsafePointer<wl_argument>, to resource: Resource<Self>)
}

/// An error code of an interface.
protocol WireErrorCode: RawRepresentable, Sendable where RawValue == UInt32 {}
