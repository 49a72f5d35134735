import Testing
import WaylandBinding

@testable import Wayland

/// Every error of the layer shell.
@Suite struct LayerErrorTests {
    private typealias Code = ZwlrLayerSurfaceV1.ErrorCode
    private let server: TestServer
    private let tool: LayerClient

    init() throws {
        server = try TestServer(layout: .filling)
        tool = LayerClient(server)
    }

    private func expect(_ code: some WireErrorCode, on object: UInt32, line: Int = #line) {
        tool.wire.roundTrip()
        let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        #expect(tool.wire.error?.code == code.rawValue, sourceLocation: location)
        #expect(tool.wire.error?.object == object, sourceLocation: location)
    }

    @Test(
        arguments: [
            (0, 0, []), (0, 10, []), (10, 0, []), (0, 10, [.left]), (0, 10, .vertical), (10, 0, .horizontal),
            (10, 0, [.top]), (UInt32.max, 10, []),
        ] as [(UInt32, UInt32, ZwlrLayerSurfaceV1.Anchor)])
    func sizesThatDoNotWork(width: UInt32, height: UInt32, anchor: ZwlrLayerSurfaceV1.Anchor) {
        let layer = tool.make(anchor: anchor, width: width, height: height)
        tool.surfaces.commit(layer.surface)
        expect(Code.invalidSize, on: layer.role)
    }

    @Test func anAnchorThatIsNone() {
        let layer = tool.make(width: 10, height: 10)
        tool.wire.send(layer.role, 1, [.uint(16)])
        expect(Code.invalidAnchor, on: layer.role)
    }

    @Test func aKeyboardInteractivityThatIsNone() {
        let layer = tool.make(width: 10, height: 10)
        tool.wire.send(layer.role, 4, [.uint(3)])
        expect(Code.invalidKeyboardInteractivity, on: layer.role)
    }

    @Test func layersThatAreNone() {
        let surface = tool.surfaces.makeSurface()
        _ = tool.wire.create(tool.layerShell, 0, [.uint(surface), .uint(0), .uint(4), .string("")])
        expect(ZwlrLayerShellV1.ErrorCode.invalidLayer, on: tool.layerShell)
    }

    @Test func aSurfaceWithAnotherRole() {
        let window = tool.shell.makeToplevel()
        _ = tool.wire.create(tool.layerShell, 0, [.uint(window.surface), .uint(0), .uint(1), .string("")])
        expect(ZwlrLayerShellV1.ErrorCode.role, on: tool.layerShell)
    }

    @Test func aSurfaceWithABuffer() {
        let surface = tool.surfaces.makeSurface()
        tool.surfaces.attach(tool.surfaces.makeBuffer(8, 8), to: surface)
        _ = tool.wire.create(tool.layerShell, 0, [.uint(surface), .uint(0), .uint(1), .string("")])
        expect(ZwlrLayerShellV1.ErrorCode.alreadyConstructed, on: tool.layerShell)
    }

    @Test func aBufferBeforeTheConfigureIsAcknowledged() {
        let layer = tool.make(width: 10, height: 10)
        tool.surfaces.commit(layer.surface)
        tool.surfaces.show(tool.surfaces.makeBuffer(10, 10), on: layer.surface)
        expect(Code.invalidSurfaceState, on: layer.role)
    }

    @Test func aSerialThatWasNotSent() {
        let layer = tool.make(width: 10, height: 10)
        tool.surfaces.commit(layer.surface)
        tool.wire.send(layer.role, 6, [.uint(123_456)])
        expect(Code.invalidSurfaceState, on: layer.role)
    }

    @Test func aPopupThatHasAParent() {
        let bar = tool.bar()
        let window = tool.shell.window()
        let popup = tool.shell.makePopup(of: window)
        tool.wire.send(bar.role, 5, [.uint(popup.role)])
        expect(Code.invalidSurfaceState, on: bar.role)
    }
}
