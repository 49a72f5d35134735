package import Mirroring

/// Joins the input devices of several adapters. One `DeviceNumbers` numbers them, so that no two devices share a number.
package final class Inputs: InputPort {
    package weak var observer: (any InputObserver)? {
        didSet { for adapter in adapters { adapter.observer = observer } }
    }
    private var adapters: [any InputPort]
    private var leds: KeyboardLEDs = []
    private var rules = PointingRules()

    package init(_ adapters: [any InputPort]) {
        self.adapters = adapters
    }

    /// Adds the devices of a further adapter; an adapter that was added before stays as it is.
    package func add(_ adapter: any InputPort) {
        guard !adapters.contains(where: { $0 === adapter }) else { return }
        adapters.append(adapter)
        adapter.show(leds)
        adapter.use(rules)
        adapter.observer = observer
    }

    package func show(_ leds: KeyboardLEDs) {
        self.leds = leds
        for adapter in adapters { adapter.show(leds) }
    }

    package func use(_ rules: PointingRules) {
        self.rules = rules
        for adapter in adapters { adapter.use(rules) }
    }
}
