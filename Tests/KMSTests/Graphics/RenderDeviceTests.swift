import Foundation
import Testing

@testable import KMS

/// Device files are stood in for by links to those that every system has.
@Suite final class RenderDeviceTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "kagami-\(UUID())")
    private var devices: String { root.appending(path: "dev").path }
    private var sysfs: String { root.appending(path: "sys").path }
    private let (null, zero, full) = (dev_t(0x103), dev_t(0x105), dev_t(0x107))

    init() throws {
        try FileManager.default.createDirectory(atPath: devices, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    private func makeDevice(_ name: String, _ target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(devices)/\(name)", withDestinationPath: "/dev/\(target)")
    }

    private func find(card: String?) -> dev_t? {
        RenderDevice(forCard: card.map { "\(devices)/\($0)" }, devices: devices, sysfs: sysfs)?.number
    }

    @Test func theCardsOwnNodeGoesFirst() throws {
        try makeDevice("card0", "null")
        try makeDevice("renderD128", "zero")
        try makeDevice("renderD129", "full")
        try FileManager.default.createDirectory(
            atPath: "\(sysfs)/dev/char/1:3/device/drm/renderD129", withIntermediateDirectories: true)
        #expect(find(card: "card0") == full)
    }

    @Test func aCardWithoutOneTakesAnyOther() throws {
        try makeDevice("card0", "null")
        #expect(find(card: "card0") == null)
        try makeDevice("renderD129", "full")
        try makeDevice("renderD128", "zero")
        #expect(find(card: "card0") == zero)
        #expect(find(card: nil) == zero)
    }

    /// `card0` has a display alone, `card1` and `card2` draw with nodes of their own, and a third node has no card.
    @Test(arguments: [
        (["card0", "card1", "card2"], "card2", ["renderD129", "card0", "renderD128", "renderD130"]),
        (["card1", "card2"], "card1", ["renderD128", "renderD129", "renderD130"]),
        (["card1", "card2"], nil, ["renderD128", "renderD129", "renderD130"]),
        (["card0", "card2"], "card0", ["card0", "renderD129", "renderD128", "renderD130"]),
    ])
    func whatDrawsTheExternalIsWhereItIs(cards: [String], external: String?, found: [String]) throws {
        let links = ["card0": "null", "card1": "zero", "card2": "full"]
        for (name, target) in links { try makeDevice(name, target) }
        for node in ["renderD128", "renderD129", "renderD130"] { try makeDevice(node, "null") }
        for (device, node) in ["1:5": "renderD128", "1:7": "renderD129"] {
            try FileManager.default.createDirectory(
                atPath: "\(sysfs)/dev/char/\(device)/device/drm/\(node)", withIntermediateDirectories: true)
        }
        let candidates = RenderDevice.candidates(
            forCards: cards.map { "\(devices)/\($0)" }, external: external.map { "\(devices)/\($0)" }, devices: devices,
            sysfs: sysfs)
        #expect(candidates == found.map { "\(devices)/\($0)" })
    }

    @Test func withoutDevicesThereIsNone() throws {
        #expect(find(card: nil) == nil)
        #expect(find(card: "card0") == nil)
        try Data().write(to: URL(filePath: "\(devices)/card0"))
        #expect(find(card: "card0") == nil)
    }

    /// What is stood in for cannot be asked, and might be hardware.
    @Test func aComputerWithoutNodesHasNoHardware() throws {
        try makeDevice("card0", "null")
        let candidates = ["card0", "renderD128"].map { "\(devices)/\($0)" }
        #expect(RenderDevice.hardware(among: Array(candidates.prefix(1)), devices: devices).isEmpty)
        try makeDevice("renderD128", "zero")
        #expect(RenderDevice.hardware(among: candidates, devices: devices) == candidates)
    }
}
