import Geometry
import Mirroring

/// Follows what an application reports beside its frames; see `ContentObserver`.
protocol ContentFollower: AnyObject {
    func contentSettled()
    func contentDescriptionChanged()
    func contentTextCursorMoved(to place: Rect<ContentSpace>)
    func contentLocked(_ isLocked: Bool)
    func contentLostLocker(processID: Int)
    func contentGotLocker()
    var isContentSeen: Bool { get }
}
