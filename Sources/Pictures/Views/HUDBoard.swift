package import Geometry
package import Mirroring

/// The status bar: its model and all its views.
package final class HUDBoard {
    package private(set) var model = HUDModel()
    /// The layout of all views; nil selects a built-in layout by each view's shape.
    package private(set) var layout: HUDLayout?
    let loop: any LoopPort
    let pool = CanvasPool()
    /// Created for the first drawing, so that a service without a bar loads no fonts.
    private(set) lazy var renderer = HUDRenderer()
    private var views: [WeakView] = []

    private struct WeakView {
        weak var view: HUDView?
    }

    package init(loop: any LoopPort) {
        self.loop = loop
    }

    /// Makes all the changes; throws for the first invalid change and makes none of them.
    ///
    /// The views are redrawn shortly afterwards, together with changes that arrive until then.
    package func apply(_ changes: [HUDChange]) throws(HUDError) {
        let before = model
        try model.apply(changes, at: loop.bootTime)
        if model != before { update { $0.modelChanged() } }
    }

    /// Draws again shortly, because more time has passed than the loop's timers know of: the machine has slept.
    package func timeHasPassed() {
        update { $0.modelChanged() }
    }

    /// Checks changes without making them; throws for the first invalid one.
    package func check(_ changes: [HUDChange]) throws(HUDError) {
        var checked = model
        try checked.apply(changes)
    }

    package func use(_ layout: HUDLayout?) {
        guard layout != self.layout else { return }
        self.layout = layout
        update { $0.layoutChanged() }
    }

    /// Lets comments fade in another way from now on.
    package func use(_ fading: CommentFading) {
        guard fading != model.fading else { return }
        model.fading = fading
        update { $0.modelChanged() }
    }

    /// Creates another view of the bar, hidden at first.
    package func makeView(size: Size<OutputSpace>) -> HUDView {
        let view = HUDView(of: self, size: size)
        views.append(WeakView(view: view))
        return view
    }

    private func update(_ body: (HUDView) -> Void) {
        views.removeAll { $0.view == nil }
        for view in views.compactMap(\.view) { body(view) }
    }
}
