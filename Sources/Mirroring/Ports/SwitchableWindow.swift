/// A window of an application that the user can switch to; its dialogs come along with it.
package struct SwitchableWindow: Hashable, Sendable {
    /// Its number, unique within the application and never reused.
    package var number: Int
    package var appID: String?
    package var title: String?
    /// Whether the window, or a dialog of it, has its application's keyboard focus.
    package var isActive: Bool
    package var isMinimized: Bool

    package init(number: Int, appID: String?, title: String?, isActive: Bool = false, isMinimized: Bool = false) {
        self.number = number
        self.appID = appID
        self.title = title
        self.isActive = isActive
        self.isMinimized = isMinimized
    }
}
