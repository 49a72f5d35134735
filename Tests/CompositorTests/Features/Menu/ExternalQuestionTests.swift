import Geometry
import Testing

@testable import Compositor

@testable import Mirroring

@Suite struct ExternalQuestionTests {
    private static let (a, b, c) = (OutputID("HDMI-A-1"), OutputID("DP-1"), OutputID("DP-2"))

    /// What is plugged in step by step, the external, and whether the last step asks.
    static let cases: [(steps: [[OutputID]], external: OutputID?, isAsked: Bool)] = [
        ([[a, b]], a, false), ([[], [a]], a, false), ([[], [a, b]], a, true), ([[a], [a, b]], a, true),
        ([[a], [a, b], [a, b]], a, false), ([[a], [a, b], [a]], a, false), ([[a, b], [a, b, c]], b, true),
        // The new one has become the external by itself, or there is none.
        ([[a], [a, b]], b, false), ([[a], [a, b]], nil, false),
        ([[a], [a, b], [a], [a, b]], a, true),
    ]

    @Test(arguments: cases.indices)
    func aNewDisplayBesideTheExternalIsAskedFor(_ index: Int) {
        var configuration = ExternalConfiguration()
        configuration.policy = .ask
        for policy in ExternalPolicy.allCases {
            configuration.policy = policy
            var question = ExternalQuestion()
            let (steps, external, isAsked) = Self.cases[index]
            var last: ExternalQuestion.Step?
            for step in steps { last = question.follow(step, external: external, configuration) }
            let other = steps.last?.first { $0 != external && steps.dropLast().last?.contains($0) != true } ?? Self.a
            #expect(last == (isAsked ? policy == .ask ? .ask : .tell(other) : nil))
        }
    }

    @Test func aConfiguredDisplayNeedsNoQuestion() {
        var configuration = ExternalConfiguration()
        (configuration.policy, configuration.output) = (.ask, Self.a)
        var question = ExternalQuestion()
        let steps: [(outputs: [OutputID], external: OutputID)] = [
            ([Self.a], Self.a), ([Self.a, Self.b], Self.a), ([Self.b], Self.b), ([Self.b, Self.c], Self.b),
        ]
        let asked = steps.map { question.follow($0.outputs, external: $0.external, configuration) }
        #expect(asked == [nil, nil, nil, .ask], "the last time the configured one is not there")
    }

    @Test func thePresentOneStaysUntilTheAnswer() {
        func output(_ id: OutputID, _ width: Int) -> OutputDescription {
            OutputDescription(
                id: id, connector: .hdmiA, isConnected: true,
                modes: [Mode(size: Size(width: width, height: 1000), refreshMilliHertz: 60_000, isPreferred: true)])
        }
        let panel = OutputDescription(
            id: OutputID("DSI-1"), connector: .dsi, isConnected: true,
            modes: [Mode(size: Size(width: 800, height: 480), refreshMilliHertz: 60_000, isPreferred: true)])
        let rules = RoleRules(policy: .ask)
        let one = rules.assign([panel, output(Self.a, 1280)])
        #expect(rules.assign([panel, output(Self.a, 1280), output(Self.b, 3840)], previous: one) == one)
        let chosen = RoleRules(chosenExternal: Self.b, policy: .ask)
        #expect(chosen.assign([panel, output(Self.a, 1280), output(Self.b, 3840)], previous: one).external == Self.b)
    }
}
