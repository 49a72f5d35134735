import Glibc
import Logging
import Mirroring
import Testing

@testable import Wayland

/// What clients are told of the buffers that suit.
@Suite struct DMABufFeedbackTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let global: LinuxDMABuf

    init() throws {
        server = try TestServer()
        global = try LinuxDMABuf(server.display, device: 0xe280, driver: MemoryFiles(), logger: Logger(label: "test"))
        client = SurfaceClient(server)
    }

    @Test(arguments: [false, true])
    func feedbackNamesTheDeviceAndAllFormats(ofSurface: Bool) {
        let factory = client.wire.bind("zwp_linux_dmabuf_v1")
        let feedback =
            ofSurface
            ? client.wire.create(factory, 3, [.uint(client.makeSurface())]) : client.wire.create(factory, 2)
        client.wire.roundTrip()
        let events = client.wire.events.filter { $0.object == feedback }
        // Table, main device, the tranche's device, flags and formats, and the ends of the tranche and of it all.
        #expect(events.map(\.opcode) == [1, 2, 4, 6, 5, 3, 0])
        #expect(client.wire.events(of: feedback, 1).first?.words == [64])
        #expect(client.wire.events(of: feedback, 2).first?.words == [8, 0xe280, 0])
        #expect(client.wire.events(of: feedback, 4).first?.words == [8, 0xe280, 0])
        #expect(client.wire.events(of: feedback, 5).first?.words == [8, 0x0001_0000, 0x0003_0002])
        #expect(client.wire.events(of: feedback, 6).first?.words == [0])
    }

    /// The surface that is all of the frame is told what the display's plane shows, before what can be drawn from, until it
    /// no longer is.
    @Test func theSurfaceThatFillsTheScreenIsToldWhatThePlaneShows() throws {
        server.content.tellOffers(through: global)
        let (surface, feedback) = try shownSurface()
        let other = client.wire.create(client.wire.bind("zwp_linux_dmabuf_v1"), 3, [.uint(client.makeSurface())])
        client.wire.roundTrip()
        let source = try #require(server.content.scene.first?.source)
        let offer = ScanoutOffer(
            device: 0x99,
            layouts: [
                PixelLayout(format: PixelFormat.xbgr8888.code, modifier: PixelLayout.linear),
                PixelLayout(format: PixelFormat.xrgb8888.code, modifier: 77),
            ])
        func frames(_ buffer: (any Buffer)?) {
            for _ in 0..<ScanoutCandidate.patience { server.content.frameIs(allOf: buffer, offer: offer) }
            client.wire.roundTrip()
        }
        let before = client.wire.events.count
        frames(source)
        let told = Array(client.wire.events[before...])
        #expect(told.allSatisfy { $0.object == feedback }, "and not \(other)")
        #expect(told.map(\.opcode) == [1, 2, 4, 6, 5, 3, 4, 6, 5, 3, 0])
        #expect(told.filter { $0.opcode == 2 }.map(\.words) == [[8, 0xe280, 0]])
        #expect(told.filter { $0.opcode == 4 }.map(\.words) == [[8, 0x99, 0], [8, 0xe280, 0]])
        #expect(told.filter { $0.opcode == 6 }.map(\.words) == [[1], [0]], "for scanout, for drawing")
        #expect(told.filter { $0.opcode == 5 }.map(\.words) == [[2, 2], [8, 0x0001_0000, 0x0003_0002]])
        // New objects of that surface know at once.
        let late = client.wire.create(client.wire.bind("zwp_linux_dmabuf_v1"), 3, [.uint(surface)])
        client.wire.roundTrip()
        #expect(client.wire.events(of: late, 4).count == 2)
        let during = client.wire.events.count
        frames(nil)
        let after = Array(client.wire.events[during...])
        #expect(after.filter { $0.object == feedback }.map(\.opcode) == [1, 2, 4, 6, 5, 3, 0])
        #expect(after.filter { $0.object == other }.isEmpty)
    }

    @Test func aPlaneThatShowsNothingOfTheRenderersIsNoTranche() throws {
        server.content.tellOffers(through: global)
        let (_, feedback) = try shownSurface()
        let source = try #require(server.content.scene.first?.source)
        let tiled = PixelLayout(format: PixelFormat.xrgb8888.code, modifier: 77)
        for _ in 0..<ScanoutCandidate.patience {
            server.content.frameIs(allOf: source, offer: ScanoutOffer(device: 0x99, layouts: [tiled]))
        }
        client.wire.roundTrip()
        #expect(Set(client.wire.events(of: feedback, 4).map(\.words)) == [[8, 0xe280, 0]])
    }

    @Test func aCandidateThatGoesIsForgotten() throws {
        server.content.tellOffers(through: global)
        let (surface, _) = try shownSurface()
        let source = try #require(server.content.scene.first?.source)
        let linear = PixelLayout(format: PixelFormat.xrgb8888.code, modifier: PixelLayout.linear)
        let offer = ScanoutOffer(device: 0x99, layouts: [linear])
        for _ in 0..<ScanoutCandidate.patience { server.content.frameIs(allOf: source, offer: offer) }
        client.wire.send(surface, 0)
        client.wire.roundTrip()
        for _ in 0..<ScanoutCandidate.patience { server.content.frameIs(allOf: nil, offer: offer) }
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }

    /// A surface on screen, and its feedback.
    private func shownSurface() throws -> (surface: UInt32, feedback: UInt32) {
        let surface = client.makeSurface()
        client.show(client.makeBuffer(2, 2), on: surface)
        server.show([(client.surface(surface), 0, 0)])
        let feedback = client.wire.create(client.wire.bind("zwp_linux_dmabuf_v1"), 3, [.uint(surface)])
        client.wire.roundTrip()
        return (surface, feedback)
    }

    @Test func theTableHoldsCodesAndModifiers() {
        let words = DMABufFormats().table.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
        #expect(words.count == 16)
        #expect(Array(words[0..<4]) == [0x3432_5258, 0, 0, 0])
        #expect(Array(words[12..<16]) == [0x3432_4241, 0, 0, 0])
    }

    @Test func tenBitsAreOfferedToThoseWhoWantThem() {
        let (usual, deep) = (DMABufFormats(), DMABufFormats(nil, .ten))
        for format in PixelFormat.allCases {
            #expect(usual.format(format.code) == (format.isDeep ? nil : format))
            #expect(deep.format(format.code) == format)
            #expect(deep.layouts.contains(PixelLayout(format: format.code, modifier: PixelLayout.linear)))
        }
        #expect(deep.layouts.prefix(4) == usual.layouts[...], "the usual ones come first")
    }

    @Test func feedbackOutlivesItsSurface() {
        let factory = client.wire.bind("zwp_linux_dmabuf_v1")
        let surface = client.makeSurface()
        let feedback = client.wire.create(factory, 3, [.uint(surface)])
        client.wire.send(surface, 0)
        client.wire.send(feedback, 0)
        client.wire.send(factory, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }

    @Test func versionThreeIsToldModifiersAndOlderOnesNothing() {
        let third = client.wire.bind("zwp_linux_dmabuf_v1", version: 3)
        let second = client.wire.bind("zwp_linux_dmabuf_v1", version: 2)
        let fourth = client.wire.bind("zwp_linux_dmabuf_v1", version: 4)
        client.wire.roundTrip()
        #expect(client.wire.events(of: third, 1).map(\.words).first == [0x3432_5258, 0, 0])
        #expect(client.wire.events(of: third, 1).count == 4)
        #expect(
            !client.wire.events.contains {
                [second, fourth].contains($0.object) || $0.opcode == 0 && $0.object == third
            })
    }
}
