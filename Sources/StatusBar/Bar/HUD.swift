import Geometry
import Mirroring

/// The status bar as a whole: what it shows, and every place where it is seen.
package final class HUD {
    package private(set) var model = HUDModel()
    /// The layout of all views; nil lets each view's shape choose one that is built in.
    package private(set) var layout: HUDLayout?
    let loop: any LoopPort
    let pool = CanvasPool()
    /// Made when something is first drawn: a service without a bar loads no fonts.
    private(set) lazy var renderer = HUDRenderer()
    private var views: [WeakView] = []

    private struct WeakView {
        weak var view: HUDView?
    }

    package init(loop: any LoopPort) {
        self.loop = loop
    }

    /// Makes all the changes, or throws for the first bad one and stays as it is.
    ///
    /// The views are drawn soon, together with whatever else comes until then.
    package func apply(_ changes: [HUDChange]) throws(HUDError) {
        let before = model
        try model.apply(changes)
        if model != before { update { $0.modelChanged() } }
    }

    /// Throws for the first bad one of some changes, and makes none of them.
    package func check(_ changes: [HUDChange]) throws(HUDError) {
        var checked = model
        try checked.apply(changes)
    }

    package func use(_ layout: HUDLayout?) {
        guard layout != self.layout else { return }
        self.layout = layout
        update { $0.layoutChanged() }
    }

    /// Another place for the bar to be seen, not shown at first.
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
