/// The globals that describe one screen to clients: the output, its logical geometry and its scale.
final class ScreenGlobals {
    let output: OutputGlobal
    let xdgOutput: XDGOutputManager
    let fractionalScale: FractionalScaleManager

    init(layout: OutputLayout) {
        output = OutputGlobal(layout: layout)
        xdgOutput = XDGOutputManager(layout: layout)
        fractionalScale = FractionalScaleManager(layout: layout)
        output.onChange = { [xdgOutput] in xdgOutput.screenChanged() }
    }
}
