/// What the core needs of the panel's backlight.
package protocol BacklightPort: AnyObject {
    /// What the backlight is set to; nil where there is none.
    var brightness: Brightness? { get }

    /// Whether this user may set it.
    var isWritable: Bool { get }

    /// Sets the backlight; `completion` gets nil, or why that failed.
    func set(_ brightness: Brightness, completion: @escaping (String?) -> Void)

    /// Turns the light off, or on again as bright as before.
    func setPower(isOn: Bool)
}
