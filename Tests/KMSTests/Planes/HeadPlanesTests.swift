import Geometry
import Mirroring
import Testing

@testable import KMS

/// What a head's planes show, and what a commit has to change.
@Suite struct HeadPlanesTests {
    private final class Memory {}

    private let whole = PlaneView(whole: Size(width: 1920, height: 1080))
    private let half = PlaneView(
        whole: Size(width: 960, height: 540), at: Rect(x: 0, y: 0, width: 1920, height: 1080))
    private let pipe = HeadPipe(
        crtc: CRTC(id: CRTCID(1), index: 0, properties: Self.properties, rampSize: nil),
        plane: Plane(limits: KnownPlanes.vkms.planes[0], properties: Self.properties))

    private static let names: [PropertyName] = [
        .framebufferID, .crtcID, .sourceX, .sourceY, .sourceWidth, .sourceHeight, .crtcX, .crtcY, .crtcWidth,
        .crtcHeight,
    ]
    private static let properties = PropertyTable(
        Dictionary(
            uniqueKeysWithValues: names.enumerated().map {
                ($1.rawValue, Property(id: UInt32($0 + 1), value: 0, choices: [:]))
            }))

    private func overlay(_ index: Int) -> Plane {
        Plane(limits: KnownPlanes.vkms.planes[index], properties: Self.properties)
    }

    private func picture(
        _ part: PlanePicture.Part, _ framebuffer: UInt32, on plane: Plane? = nil, _ view: PlaneView? = nil,
        memory: AnyObject = Memory()
    ) -> PlanePicture {
        PlanePicture(
            part: part, plane: plane ?? pipe.plane, framebuffer: framebuffer, view: view ?? whole, memory: memory)
    }

    private func changes(
        from old: [PlanePicture], to next: [PlanePicture], redrawn: PlanePicture.Part? = nil
    ) throws -> PlaneChanges {
        guard var request = AtomicRequest() else { throw CancellationError() }
        return request.show(next, after: old, redrawn: redrawn, of: pipe)
    }

    @Test func memoryIsKeptUntilTheFlipAfterItHasHappened() {
        var planes = HeadPlanes()
        weak var first: Memory?
        weak var second: Memory?
        do {
            let memory = Memory()
            first = memory
            planes.committed([picture(.client, 1, memory: memory)], isTold: true)
        }
        planes.flipped()
        #expect(first != nil)
        do {
            let memory = Memory()
            second = memory
            planes.committed([picture(.client, 2, memory: memory)], isTold: true)
        }
        #expect(first != nil && planes[.client]?.framebuffer == 2, "both, until one is on screen")
        planes.flipped()
        #expect(first == nil && second != nil)
        planes.committed([picture(.drawn, 3)], isTold: true)
        #expect(second != nil && planes[.client] == nil)
        planes.flipped()
        #expect(second == nil)
    }

    @Test func whatTheKernelWasToldStaysWhileTheDisplayIsOff() {
        var planes = HeadPlanes()
        planes.set([picture(.drawn, 1)])
        planes.committed([picture(.drawn, 2)], isTold: false)
        planes.flipped()
        #expect(planes.told.map(\.framebuffer) == [1] && planes.newest.map(\.framebuffer) == [2])
    }

    @Test func anotherFramebufferIsAllThatAFrameTakes() throws {
        let found = try changes(from: [picture(.drawn, 1)], to: [picture(.drawn, 2)], redrawn: .drawn)
        #expect(found.parts == [.drawn] && found.isPictureAlone)
        let client = try changes(from: [picture(.drawn, 1)], to: [picture(.client, 2)], redrawn: .client)
        #expect(client.parts == [.client] && client.isPictureAlone)
    }

    @Test func whatStaysIsLeftOutUnlessItIsDrawnAnew() throws {
        let shown = [picture(.client, 1), picture(.cursor, 9, on: overlay(3))]
        #expect(try changes(from: shown, to: shown).parts.isEmpty)
        #expect(try changes(from: shown, to: shown, redrawn: .client).parts == [.client])
    }

    @Test func planesThatComeMoveAndGoChangeMoreThanThePicture() throws {
        let (drawn, snapshot) = (picture(.drawn, 1), picture(.snapshot, 5, on: overlay(1), half))
        for (old, next, parts) in [
            ([drawn], [drawn, snapshot], [PlanePicture.Part.snapshot]), ([drawn, snapshot], [drawn], [.snapshot]),
            ([drawn, snapshot], [drawn, picture(.snapshot, 5, on: overlay(1), whole)], [.snapshot]),
            ([drawn, snapshot], [drawn, picture(.snapshot, 6, on: overlay(1), half)], [.snapshot]),
            ([drawn], [picture(.client, 2, half)], [.client]),
            ([drawn], [picture(.black, 2), picture(.client, 3, on: overlay(1), half)], [.black, .client]),
        ] {
            let found = try changes(from: old, to: next)
            #expect(found.parts == Set(parts) && !found.isPictureAlone)
        }
    }
}
