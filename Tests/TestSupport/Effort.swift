import Glibc

/// How many random cases a test runs: a sample as part of `make test`, all of them in `make torture`.
///
/// Seeds start at the same number either way, so that a case that fails in the sample is found in the torture too.
package enum Effort {
    /// Whether `KAGAMI_TORTURE=1` is in the environment.
    package static let isTorture = getenv("KAGAMI_TORTURE").map { String(cString: $0) } == "1"

    /// Seeds from `start`: `sample` of them, or `torture` of them.
    package static func seeds(from start: UInt64 = 0, sample: Int, torture: Int) -> Range<UInt64> {
        start..<start + UInt64(isTorture ? torture : sample)
    }

    /// Every `every`th of `cases`, beginning with the one at `offset` modulo that; all of them in the torture.
    package static func share<Cases: Collection>(of cases: Cases, every: Int, offset: Int) -> [Cases.Element] {
        guard !isTorture else { return Array(cases) }
        return cases.enumerated().filter { ($0.offset + offset) % every == 0 }.map(\.element)
    }
}
