import Mirroring

/// Notified of the application's frames, after its clients.
protocol FrameFollower: AnyObject {
    func framePresented(_ presentation: Presentation)

    /// The frame was not shown. Another follows, unless the content is on no screen.
    func frameDiscarded()
}

/// Notified of the user's activity.
protocol ActivityFollower: AnyObject {
    func userActed()
}

/// Notified when tools move from one application to another; see `ToolPlace`.
protocol ToolFollower: AnyObject {
    /// Tools are about to leave this application.
    func toolsLeave()

    /// Tools have come to this application from another, whose followers have been notified.
    func toolsCame(from old: WaylandContent)
}
