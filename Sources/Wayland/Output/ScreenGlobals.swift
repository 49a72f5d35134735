/// What tells clients of one screen: the output, and what describes it or scales for it.
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
