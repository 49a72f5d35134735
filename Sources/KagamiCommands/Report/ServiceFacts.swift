import Control
import Mirroring

/// What a running service reports about itself: each part, or why it is not available.
struct ServiceFacts {
    let status: Result<ServiceStatus, CommandFailure>
    let outputs: Result<OutputsRequest.Reply, CommandFailure>
    let windows: Result<[WindowStatus], CommandFailure>
    let configuration: Result<ConfigurationReport, CommandFailure>
}

extension ServiceFacts {
    init(_ connection: SocketOption) {
        func ask<Command: ControlCommand>(_ command: Command) -> Result<Command.Reply, CommandFailure> {
            do throws(ControlError) {
                return .success(try connection.ask(command))
            } catch {
                return .failure(CommandFailure("\(error)"))
            }
        }
        status = ask(StatusRequest()).map(\.status)
        outputs = ask(OutputsRequest())
        windows = ask(WindowsRequest()).map(\.windows)
        configuration = ask(ShowConfigurationRequest()).map(\.configuration)
    }

    /// Window titles and serial numbers, which identify a person's own windows and displays.
    var names: [String] {
        let windows = (try? self.windows.get()) ?? []
        let status = try? self.status.get()
        let own = status?.applications.displays.map(\.content) ?? []
        let contents = ([status?.applications.content, status?.applications.panelApplication] + own).compactMap { $0 }
        let appIDs = Set((windows.map(\.appID) + contents.map(\.appID)).compactMap { $0?.text.lowercased() })
        let titles = (windows.map(\.title) + contents.map(\.title)).compactMap { $0 }
        // A virtual display's serial number is its connector's name.
        let serials = ((try? outputs.get().outputs) ?? []).filter { $0.serial != $0.name.name }
            .compactMap(\.serial)
        // A title that is the application's own name is no secret, and is in the report elsewhere.
        return titles.filter { !appIDs.contains($0.lowercased()) } + serials
    }
}
