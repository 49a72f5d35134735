import Testing
import WaylandBinding

@testable import Wayland

@Suite struct ForeignWindowTests {
    /// Version 1 and 2 of the protocol, by their globals.
    private static let versions = [
        (exporter: "zxdg_exporter_v1", importer: "zxdg_importer_v1"),
        (exporter: "zxdg_exporter_v2", importer: "zxdg_importer_v2"),
    ]

    private let server: TestServer
    private let owner: ShellClient
    private let guest: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        owner = ShellClient(server)
        guest = ShellClient(server)
    }

    private func export(_ surface: UInt32, _ name: String) throws -> (object: UInt32, handle: String) {
        let object = owner.wire.create(owner.wire.bind(name), 1, [.uint(surface)])
        owner.wire.roundTrip()
        return (object, try #require(owner.wire.events(of: object, 0).last?.string(at: 0)))
    }

    private func importWindow(_ handle: String, _ name: String) -> UInt32 {
        let object = guest.wire.create(guest.wire.bind(name), 1, [.string(handle)])
        guest.wire.roundTrip()
        return object
    }

    /// A dialog does not fill the screen.
    private func isDialog(_ window: ShellClient.Window) -> Bool {
        guest.wire.roundTrip()
        return guest.lastConfigure(window)?.width == 0
    }

    @Test(arguments: [0, 1]) func anothersWindowBecomesTheParent(version: Int) throws {
        let names = Self.versions[version]
        let main = owner.window(pixel: 0xff00_0001)
        let exported = try export(main.surface, names.exporter)
        let dialog = guest.window(pixel: 0xff00_0002)
        let imported = importWindow(exported.handle, names.importer)
        guest.wire.send(imported, 1, [.uint(dialog.surface)])
        #expect(isDialog(dialog))
        owner.wire.send(exported.object, 0)
        owner.wire.roundTrip()
        #expect(!isDialog(dialog))
        #expect(guest.wire.events(of: imported, 0).count == 1)
    }

    @Test(arguments: [0, 1]) func givingUpTheImportEndsIt(version: Int) throws {
        let names = Self.versions[version]
        let exported = try export(owner.window().surface, names.exporter)
        let dialog = guest.window()
        let imported = importWindow(exported.handle, names.importer)
        guest.wire.send(imported, 1, [.uint(dialog.surface)])
        #expect(isDialog(dialog))
        guest.wire.send(imported, 0)
        #expect(!isDialog(dialog))
    }

    @Test(arguments: [0, 1]) func aWindowThatGoesIsWithdrawn(version: Int) throws {
        let names = Self.versions[version]
        let main = owner.window()
        let exported = try export(main.surface, names.exporter)
        let imported = importWindow(exported.handle, names.importer)
        owner.wire.send(main.role, 0)
        owner.wire.roundTrip()
        guest.wire.roundTrip()
        #expect(guest.wire.events(of: imported, 0).count == 1)
        #expect(!guest.wire.events(of: importWindow("nonsense", names.importer), 0).isEmpty)
    }

    @Test func circlesAreNotMade() throws {
        let main = owner.window()
        let child = owner.window(width: 50, height: 50, parent: main)
        let exported = try export(child.surface, "zxdg_exporter_v2")
        let imported = owner.wire.create(owner.wire.bind("zxdg_importer_v2"), 1, [.string(exported.handle)])
        owner.wire.send(imported, 1, [.uint(main.surface)])
        owner.wire.roundTrip()
        #expect(owner.wire.error == nil)
        #expect(owner.lastConfigure(main)?.width == 640)
    }

    @Test func onlyToplevelsCanBeExported() {
        let exporter = owner.wire.bind("zxdg_exporter_v2")
        _ = owner.wire.create(exporter, 1, [.uint(owner.surfaces.makeSurface())])
        owner.wire.roundTrip()
        #expect(owner.wire.error?.object == exporter && owner.wire.error?.code == 0)
    }

    @Test func onlyToplevelsCanHaveAnImportedParent() throws {
        let exported = try export(owner.window().surface, "zxdg_exporter_v2")
        let imported = importWindow(exported.handle, "zxdg_importer_v2")
        guest.wire.send(imported, 1, [.uint(guest.surfaces.makeSurface())])
        guest.wire.roundTrip()
        #expect(guest.wire.error?.object == imported && guest.wire.error?.code == 0)
    }
}
