import Geometry
import Mirroring
import TestSupport
import Testing

/// Tiles and the handle are large enough for fingers, wherever there is room.
@Suite struct MenuGridTests {
    /// Seven inches of 1024x600 and of 800x480, five of 800x480, ten of 1280x800; in pixels per millimetre.
    static let panels: [(Size<PanelSpace>, Double)] = [
        (Size(width: 1024, height: 600), 6.67), (Size(width: 800, height: 480), 5.25),
        (Size(width: 800, height: 480), 7.35), (Size(width: 1280, height: 800), 5.94),
        (Size(width: 480, height: 800), 7.35),
    ]

    @Test(arguments: panels.indices)
    func tilesAreLargeEnoughForAFinger(index: Int) {
        let (panel, density) = Self.panels[index]
        for edge in MenuEdge.allCases {
            for count in 4...12 {
                var configuration = MenuConfiguration()
                configuration.edge = edge
                let grid = MenuGrid(count: count, on: panel, configuration, density: density, size: 1)
                let width = (grid.frame.width - (grid.columns + 1) * grid.gap) / grid.columns
                let height = (grid.frame.height - (grid.rows + 1) * grid.gap) / grid.rows
                #expect(Double(min(width, height)) >= 9 * density)
                #expect(panel.bounds.contains(grid.frame))
                let handle = MenuHandle(configuration, in: panel.bounds, density: density)
                #expect(grid.frame.intersection(handle.area).isEmpty, "\(edge): the handle is hidden")
            }
        }
    }

    /// The thirteen entries beside an external left one alone in a fourth row.
    @Test func noTileIsLeftAloneWhereAnotherColumnHelps() {
        let (panel, density) = (Size<PanelSpace>(width: 800, height: 480), 5.25)
        let grid = MenuGrid(count: 13, on: panel, MenuConfiguration(), density: density, size: 1)
        #expect(grid.columns > 2 && 13 % grid.columns != 1)
    }

    @Test func allUsualEntriesFitOnSevenInches() {
        let (panel, density) = Self.panels[0]
        let grid = MenuGrid(count: 10, on: panel, MenuConfiguration(), density: density, size: 1)
        #expect(grid.capacity >= 10)
        #expect(
            MenuGrid(count: 10, on: panel, MenuConfiguration(), density: density, size: 1.5).letter > grid.letter * 1.4)
    }

    @Test(arguments: UInt64(0)..<300)
    func noPanelIsTooSmall(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var configuration = MenuConfiguration()
        configuration.edge = MenuEdge.allCases.randomElement(using: &random) ?? .left
        configuration.place = .random(in: -1...2, using: &random)
        configuration.lengthMillimetres = .random(in: 9...60, using: &random)
        let panel = Size<PanelSpace>(
            width: .random(in: 1...3000, using: &random), height: .random(in: 1...3000, using: &random))
        let density = Double.random(in: 0.5...40, using: &random)
        let grid = MenuGrid(
            count: .random(in: 0...60, using: &random), on: panel, configuration, density: density,
            size: .random(in: 0.5...4, using: &random))
        #expect(grid.capacity >= MenuGrid.leastCapacity)
        #expect(panel.bounds.contains(grid.frame) && !grid.frame.isEmpty, "seed \(seed): \(grid)")
        let handle = MenuHandle(configuration, in: panel.bounds, density: density)
        #expect(panel.bounds.contains(handle.area) && !handle.area.isEmpty, "seed \(seed): \(handle)")
    }
}
