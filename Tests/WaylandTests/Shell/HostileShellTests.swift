import Geometry
import TestSupport
import Testing
import WaylandBinding

@testable import Wayland

/// Clients that misuse windows lose their connection at most; a second client goes on.
@Suite struct HostileShellTests {
    private let server: TestServer

    init() throws {
        server = try TestServer(layout: .filling)
    }

    /// A client that has come later is served as if nothing had happened.
    private func expectService(_ location: SourceLocation = #_sourceLocation) {
        let bystander = ShellClient(server)
        let window = bystander.window()
        bystander.wire.roundTrip()
        #expect(bystander.wire.error == nil, sourceLocation: location)
        #expect(bystander.lastConfigure(window)?.states.contains(4) == true, sourceLocation: location)
        #expect(server.frames.last == Rect(x: 0, y: 0, width: 640, height: 480), sourceLocation: location)
    }

    /// A client that was busy for a while acknowledges all that has come, from the first on.
    @Test func configuresThatAreAcknowledgedLate() {
        let client = ShellClient(server)
        let window = client.window()
        client.wire.forgetEvents()
        for _ in 0..<100 {
            for _ in 0..<15 { client.wire.send(window.role, 9) }
            client.wire.roundTrip()
        }
        let serials = client.wire.events(of: window.shell, 0).map { $0.words[0] }
        #expect(serials.count == 1500)
        for (index, serial) in serials.enumerated() {
            client.wire.send(window.shell, 4, [.uint(serial)])
            if index % 100 == 99 { client.wire.roundTrip() }
        }
        #expect(client.wire.error == nil)
        client.wire.send(window.shell, 4, [.uint(serials[3])])
        client.wire.roundTrip()
        #expect(client.wire.error != nil, "one that was acknowledged already")
        expectService()
    }

    @Test(arguments: ShellClient.Dialect.allCases)
    func configuresThatNobodyAcknowledges(dialect: ShellClient.Dialect) {
        let client = ShellClient(server, dialect)
        let window = client.window()
        client.wire.forgetEvents()
        for _ in 0..<100 {
            for opcode in [UInt16(9), 10] + Array(repeating: 9, count: 18) { client.wire.send(window.role, opcode) }
            client.wire.roundTrip()
        }
        let serials = client.wire.events(of: window.shell, 0).map { $0.words[0] }
        #expect(serials.count == 2000 && client.wire.error == nil)
        client.acknowledge(window)
        client.wire.roundTrip()
        #expect(client.wire.error == nil, "the last one can always be acknowledged")
        client.wire.send(window.shell, 4, [.uint(serials[0])])
        client.wire.roundTrip()
        #expect(client.wire.error != nil, "what came before it cannot")
        expectService()
    }

    /// The last thousand of five thousand windows costs about what the first did.
    @Test func thousandsOfToplevels() throws {
        let client = ShellClient(server)
        var costs: [Duration] = []
        for _ in 0..<5 {
            client.wire.forgetEvents()
            costs.append(
                processorTime {
                    for _ in 0..<20 {
                        for _ in 0..<50 { client.surfaces.commit(client.makeToplevel().surface) }
                        client.wire.roundTrip()
                    }
                })
            #expect(client.wire.events.count >= 2000)
        }
        #expect(client.wire.error == nil)
        #expect(costs[4] < costs[0] * 5, "\(costs)")
        expectService()
        client.wire.hangUp()
        expectService()
    }

    /// What is shown is laid out anew for each window that comes: a window costs as much as there are, and no more.
    @Test func hundredsOfWindowsOnScreen() {
        let client = ShellClient(server)
        var costs: [Duration] = []
        for _ in 0..<4 {
            client.wire.forgetEvents()
            costs.append(
                processorTime {
                    for _ in 0..<50 { client.map(client.makeToplevel(), width: 4, height: 4) }
                    client.wire.roundTrip()
                })
        }
        #expect(client.wire.error == nil)
        #expect(server.frames.count == 200)
        #expect(costs[3] < costs[0] * 20, "\(costs)")
        expectService()
        client.wire.hangUp()
        expectService()
    }

    @Test(arguments: ShellClient.Dialect.allCases)
    func aThousandPopups(dialect: ShellClient.Dialect) {
        let client = ShellClient(server, dialect)
        let window = client.window()
        for _ in 0..<20 {
            for _ in 0..<50 { client.surfaces.commit(client.makePopup(of: window).surface) }
            client.wire.roundTrip()
        }
        #expect(client.wire.error == nil)
        expectService()
        client.wire.send(window.role, 0)
        client.wire.roundTrip()
        expectService()
    }

    /// Popups one on the other: those beyond any menu's depth are dismissed at once.
    @Test func popupsWithoutEnd() {
        let client = ShellClient(server)
        var parent = client.window()
        for index in 0..<300 {
            parent = client.makePopup(of: parent)
            if index < 64 { client.map(parent, width: 4, height: 4) } else { client.surfaces.commit(parent.surface) }
        }
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
        #expect(server.frames.count == 65)
        #expect(!client.wire.events(of: parent.role, 1).isEmpty)
        expectService()
    }

    /// A positioner's numbers may be anything; the popup is somewhere.
    @Test(arguments: ShellClient.Dialect.allCases)
    func absurdPositions(dialect: ShellClient.Dialect) {
        let client = ShellClient(server, dialect)
        let window = client.window()
        let extremes: [Int32] = [.min, .max, -1, 1]
        for x in extremes {
            for size in extremes where size > 0 {
                let positioner = client.makePositioner(x: x, y: x, width: size, height: size, adjustment: .max)
                client.wire.send(positioner, 2, [.int(x), .int(x), .int(size), .int(size)])
                client.wire.send(positioner, 6, [.int(x), .int(size)])
                var popup = client.makeShellSurface()
                popup.role = client.wire.create(popup.shell, 2, [.uint(window.shell), .uint(positioner)])
                client.surfaces.commit(popup.surface)
                client.wire.roundTrip()
                client.acknowledge(popup)
                client.wire.send(popup.shell, 3, [.int(x), .int(x), .int(size), .int(size)])
                client.show(popup, width: 4, height: 4)
                client.wire.send(popup.role, 0)
            }
        }
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
        expectService()
    }

    /// A window's four objects go in every order; what the protocol forbids ends in an error, and nothing traps.
    @Test(arguments: ShellClient.Dialect.allCases, [false, true])
    func everyOrderOfDestruction(dialect: ShellClient.Dialect, isPopup: Bool) {
        for order in Self.permutations([0, 1, 2, 3]) {
            let client = ShellClient(server, dialect)
            let parent = client.window()
            let window = isPopup ? client.makePopup(of: parent) : client.makeToplevel()
            client.map(window, width: 20, height: 10)
            let objects = [window.surface, window.role, window.shell, client.base]
            for index in order { client.wire.send(objects[index], 0) }
            client.wire.roundTrip()
            // The base always goes before the parent; else only a shell surface may go too early.
            #expect(client.wire.error != nil)
            client.wire.hangUp()
        }
        expectService()
    }

    private static func permutations(_ items: [Int]) -> [[Int]] {
        if items.count < 2 { return [items] }
        return items.flatMap { first in permutations(items.filter { $0 != first }).map { [first] + $0 } }
    }

    /// A surface that was made a window by one shell is none for the others, even when the first has let it go.
    @Test(arguments: ["xdg_wm_base", "zxdg_shell_v6", "wl_shell"], ["xdg_wm_base", "zxdg_shell_v6", "wl_shell"])
    func rolesOfAllShells(first: String, second: String) {
        for letsGo in [false, true] where first != second {
            let client = SurfaceClient(server)
            let surface = client.makeSurface()
            let (one, two) = (client.wire.bind(first), client.wire.bind(second))
            let isOld = first == "wl_shell"
            let shell = client.wire.create(one, isOld ? 0 : 2, [.uint(surface)])
            if !isOld {
                let role = client.wire.create(shell, 1)
                if letsGo {
                    client.wire.send(role, 0)
                    client.wire.send(shell, 0)
                }
            }
            _ = client.wire.create(two, second == "wl_shell" ? 0 : 2, [.uint(surface)])
            client.wire.roundTrip()
            #expect(client.wire.error?.object == two)
            #expect(client.wire.error?.code == 0, "every shell's error for it is number 0")
        }
        expectService()
    }

    /// Serials of another client's presses, or of nothing, move nothing and grab nothing.
    @Test(arguments: ShellClient.Dialect.allCases)
    func serialsOfOthers(dialect: ShellClient.Dialect) {
        let victim = ShellClient(server)
        _ = victim.window()
        server.point(5, 5)
        server.button(pressed: true)
        victim.wire.roundTrip()
        let stolen = victim.wire.events(of: victim.pointer, 3).last?.words[0] ?? 0
        server.button(pressed: false)
        let client = ShellClient(server, dialect)
        let window = client.window()
        for serial in [stolen, 0, .max] {
            client.wire.send(window.role, 5, [.uint(client.seat), .uint(serial)])
            client.wire.send(window.role, 6, [.uint(client.seat), .uint(serial), .uint(10)])
            let popup = client.makePopup(of: window)
            client.wire.send(popup.role, 1, [.uint(client.seat), .uint(serial)])
            client.wire.roundTrip()
            #expect(client.wire.events(of: popup.role, 1).count == 1)
        }
        #expect(client.wire.error == nil)
        expectService()
    }

    /// Dialogs of dialogs without end, and places of them at the ends of the number line.
    @Test func legacyWindowsWithoutEnd() {
        let client = SurfaceClient(server)
        let shell = client.wire.bind("wl_shell")
        var parent: UInt32?
        for index in 0..<200 {
            let surface = client.makeSurface()
            let window = client.wire.create(shell, 0, [.uint(surface)])
            if let parent {
                let place: Int32 = index % 2 == 0 ? .min : .max
                client.wire.send(
                    window, 4, [.uint(parent), .int(place), .int(place), .uint(UInt32(index / 100))])
            } else {
                client.wire.send(window, 3)
            }
            client.show(client.makeBuffer(4, 4), on: surface)
            parent = surface
        }
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
        expectService()
    }

    @Test func subsurfacesInACircle() {
        let client = SurfaceClient(server)
        let (first, second, third) = (client.makeSurface(), client.makeSurface(), client.makeSurface())
        _ = client.makeSubsurface(second, of: first)
        _ = client.makeSubsurface(third, of: second)
        _ = client.makeSubsurface(first, of: third)
        client.wire.roundTrip()
        #expect(client.wire.error?.object == client.subcompositor)
        #expect(client.wire.error?.code == WlSubcompositor.ErrorCode.badSurface.rawValue)
        expectService()
    }

    /// Subsurfaces side by side: the last of them cost a few times what the first did, for each is asked about the rest.
    @Test func thousandsOfSubsurfaces() {
        let client = ShellClient(server)
        let window = client.window()
        var costs: [Duration] = []
        var last = window.surface
        for _ in 0..<4 {
            costs.append(
                processorTime {
                    for index in 0..<500 {
                        let surface = client.surfaces.makeSurface()
                        let subsurface = client.surfaces.makeSubsurface(surface, of: window.surface)
                        client.wire.send(subsurface, 2, [.uint(last)])
                        last = surface
                        // A socket holds only so many messages, and the server reads on this thread.
                        if index % 50 == 49 { client.wire.roundTrip() }
                    }
                    client.surfaces.commit(window.surface)
                    client.wire.roundTrip()
                })
        }
        #expect(client.wire.error == nil)
        #expect(costs[3] < costs[0] * 30, "\(costs)")
        expectService()
        client.wire.hangUp()
        expectService()
    }
}
