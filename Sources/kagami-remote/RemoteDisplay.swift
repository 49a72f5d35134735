import ArgumentParser
import ConfigurationFiles
import Control
import KagamiCommands
import Mirroring
import Runtime

/// The display that is plugged in while there is a viewer.
///
/// The service unplugs it when this process's connection closes, however the process ends. A viewer that drops out for a moment
/// is a cable that does so: the service waits for the display as `[external] hold_ms` says.
final class RemoteDisplay {
    private let name: OutputID
    private let usualSize: PixelSize
    private let scale: Double
    private let client: ControlClient
    private let loop: EventLoop
    private var sizes = ViewerSizes()
    private var hasViewers = false
    /// The size of the display that is plugged in; nil for none.
    private var plugged: PixelSize?
    private var isDue = false
    private lazy var settling = loop.makeTimer { [weak self] in self?.apply() }

    /// A window that is being resized wishes for many sizes: how long the last one has to last.
    private static let settlingMicroseconds: Int64 = 250_000
    /// The pixels per inch of a display of scale 1, as the service reckons.
    private static let pixelsPerInch = 110.0

    init(name: OutputID, size: PixelSize, scale: Double, client: ControlClient, loop: EventLoop) {
        self.name = name
        usualSize = size
        self.scale = scale
        self.client = client
        self.loop = loop
    }

    static func parseSize(_ argument: String) throws -> PixelSize {
        let lengths = ViewerSizes.lengths
        guard let size = PixelSize(argument), lengths.contains(size.width), lengths.contains(size.height) else {
            throw ValidationError(
                "use WxH in pixels, each \(lengths.lowerBound) to \(lengths.upperBound), such as 1920x1080")
        }
        return size
    }

    /// Throws if a display of the name is there already.
    func checkName() throws {
        let outputs = try client.perform(OutputsRequest()).outputs
        if outputs.contains(where: { $0.name == name && $0.isConnected }) {
            throw CommandFailure(
                "\(name) is plugged in already: choose another connector with --name, such as Virtual-10")
        }
    }

    func viewersChanged(_ viewers: [ViewerID]) {
        hasViewers = !viewers.isEmpty
        sizes.update(viewers)
        // A viewer that wants the screen for itself comes as others leave.
        guard !isDue else { return }
        isDue = true
        loop.deferAction { [weak self] in
            self?.isDue = false
            self?.apply()
        }
    }

    func sizeWished(_ size: PixelSize, _ viewer: ViewerID) -> Bool {
        let counts = sizes.wish(size, viewer)
        if counts { settling.arm(after: Self.settlingMicroseconds) }
        return counts
    }

    /// Plugs, unplugs or changes the display as the viewers have it.
    private func apply() {
        let wanted = hasViewers ? sizes.size ?? plugged ?? usualSize : nil
        guard wanted != plugged else { return }
        do throws(ControlError) {
            if let wanted { try client.perform(plug(wanted)) } else { try client.perform(UnplugRequest(name)) }
        } catch {
            TextOutput.error.write(line: "kagami-remote: \(error)")
        }
        plugged = wanted
    }

    private func plug(_ size: PixelSize) -> PlugRequest {
        func millimetres(_ pixels: Int) -> Int { Int((Double(pixels) / (Self.pixelsPerInch * scale) * 25.4).rounded()) }
        return PlugRequest(
            output: name, width: size.width, height: size.height,
            physicalSize: PhysicalSize(width: millimetres(size.width), height: millimetres(size.height)),
            isWhileConnected: true)
    }
}
