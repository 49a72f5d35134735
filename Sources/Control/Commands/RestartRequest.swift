/// Start the hosted application again at once.
package struct RestartRequest: ControlCommand {
    package static let name = "restart"

    package init() {}
}
