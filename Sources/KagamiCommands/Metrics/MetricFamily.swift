/// Samples of one quantity, in the terms that Prometheus and OpenMetrics share.
struct MetricFamily: Hashable {
    enum Kind: Hashable {
        /// Only grows, and starts at 0 with the service.
        case counter
        case gauge
        /// Facts in labels; the value is always 1.
        case info
        /// One of several words. Each word has a sample, 1 for the word that applies and 0 for the others.
        case stateset
    }

    struct Sample: Hashable {
        var labels: [Label]
        var value: Double
    }

    struct Label: Hashable {
        var name: String
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The name ends with the unit, if there is one, and lacks the suffix that the kind adds to samples.
    var name: String
    var kind: Kind
    /// One sentence.
    var help: String
    /// A base unit, in the plural; nil for plain numbers.
    var unit: String?
    var samples: [Sample]

    static func counter(_ name: String, _ help: String, unit: String? = nil, _ value: Int) -> MetricFamily {
        counter(name, help, unit: unit, [Sample(labels: [], value: Double(value))])
    }

    static func counter(_ name: String, _ help: String, unit: String? = nil, _ samples: [Sample]) -> MetricFamily {
        MetricFamily(name: name, kind: .counter, help: help, unit: unit, samples: samples)
    }

    static func gauge(_ name: String, _ help: String, unit: String? = nil, _ samples: [Sample]) -> MetricFamily {
        MetricFamily(name: name, kind: .gauge, help: help, unit: unit, samples: samples)
    }

    static func gauge(_ name: String, _ help: String, _ holds: Bool) -> MetricFamily {
        gauge(name, help, [Sample(labels: [], value: holds ? 1 : 0)])
    }

    static func info(_ name: String, _ help: String, _ labels: [Label]) -> MetricFamily {
        MetricFamily(name: name, kind: .info, help: help, samples: [Sample(labels: labels, value: 1)])
    }

    /// The label with the word has the family's name.
    static func stateset<State: CaseIterable & RawRepresentable<String>>(
        _ name: String, _ help: String, _ current: State?
    ) -> MetricFamily {
        let samples = State.allCases.map { state in
            Sample(labels: [Label(name, state.rawValue)], value: state.rawValue == current?.rawValue ? 1 : 0)
        }
        return MetricFamily(name: name, kind: .stateset, help: help, samples: samples)
    }
}
