/// A window of an application that the user can switch to; its dialogs come along with it.
package struct SwitchableWindow: Hashable, Sendable {
    /// Its number, which no other window of the application has had.
    package var number: Int
    package var appID: String?
    package var title: String?
    /// It, or a dialog of it, has the keyboard as far as its application is concerned.
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
