import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct GammaTests {
    private let table = GammaTable(red: [0, .max], green: [0, 0x8000], blue: [0, 0])
    private let bench = Bench()

    private var gamma: Gamma { get throws { try #require(bench.compositor.feature(Gamma.self)) } }

    @Test func allDisplaysAreTintedThoseThatComeLaterToo() throws {
        let table = try #require(table)
        try gamma.setGamma(table)
        #expect(bench.display.gammas == [Bench.panel().id: table])
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.display.gammas == [Bench.panel().id: table, Bench.external().id: table])
        try gamma.setGamma(nil)
        #expect(bench.display.gammas.isEmpty)
    }

    @Test func displaysWithoutCurvesStayAsTheyAre() throws {
        bench.display.plainOutputs = [Bench.panel().id]
        #expect(try gamma.gammaSize(of: Bench.panel().id) == nil)
        try gamma.setGamma(table)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.display.gammas.keys.map(\.name) == ["HDMI-A-1"])
        #expect(try gamma.gammaSize(of: Bench.external().id) == 256)
    }

    @Test func aDisplayThatComesBackIsTintedAgain() throws {
        bench.connect([Bench.panel(), Bench.external()])
        try gamma.setGamma(table)
        bench.connect([Bench.panel()])
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.display.gammas[Bench.external().id] == table)
    }
}
