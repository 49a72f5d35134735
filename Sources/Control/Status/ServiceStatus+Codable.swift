import Geometry
package import Mirroring

/// Every key is always present; what does not exist is null.
extension ServiceStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case version, backend, state, panel, external, content, application, viewport, controller, snapshot, renderer,
            pip, hud,
            menu,
            blank, idle
        case counters
        case rendererRemark = "renderer_remark"
        case panelForeground = "panel_foreground"
        case panelApplication = "panel_application"
        case screenKeyboard = "screen_keyboard"
        case presenter, timer, brightness, sound, sockets
        case isFrozen = "frozen"
        case isLocked = "locked"
        case locker
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            version: try container.decode(String.self, forKey: .version),
            backend: try container.decode(BackendKind.self, forKey: .backend),
            state: try container.decode(TopologyState.self, forKey: .state),
            panel: try container.decodeIfPresent(ScreenStatus.self, forKey: .panel),
            external: try container.decodeIfPresent(ScreenStatus.self, forKey: .external),
            content: try container.decodeIfPresent(ContentStatus.self, forKey: .content),
            application: try container.decodeIfPresent(SupervisionStatus.self, forKey: .application),
            viewport: try container.decodeIfPresent(ViewportStatus.self, forKey: .viewport),
            controller: try container.decodeIfPresent(ControllerStatus.self, forKey: .controller),
            snapshot: try container.decode(SnapshotStatus.self, forKey: .snapshot),
            renderer: try container.decode(String.self, forKey: .renderer),
            rendererRemark: try container.decodeIfPresent(String.self, forKey: .rendererRemark),
            // A service with a single application omits the key.
            panelForeground: try container.decodeIfPresent(PanelForeground.Choice.self, forKey: .panelForeground)
                ?? .content,
            panelApplication: try container.decodeIfPresent(ContentStatus.self, forKey: .panelApplication),
            pip: try container.decodeIfPresent(PiPStatus.self, forKey: .pip),
            hud: try container.decodeIfPresent(HUDStatus.self, forKey: .hud),
            menu: try container.decodeIfPresent(MenuStatus.self, forKey: .menu),
            blank: try container.decodeIfPresent(BlankExtent.self, forKey: .blank),
            idle: try container.decodeIfPresent([IdleStage].self, forKey: .idle) ?? [],
            isFrozen: try container.decodeIfPresent(Bool.self, forKey: .isFrozen) ?? false,
            isLocked: try container.decodeIfPresent(Bool.self, forKey: .isLocked) ?? false,
            locker: try container.decodeIfPresent(LockerState.self, forKey: .locker),
            screenKeyboard: try container.decodeIfPresent(ScreenKeyboardStatus.self, forKey: .screenKeyboard),
            presenter: try container.decodeIfPresent(PresenterStatus.self, forKey: .presenter),
            timer: try container.decodeIfPresent(TimerStatus.self, forKey: .timer),
            brightness: try container.decodeIfPresent(Int.self, forKey: .brightness).map(Brightness.init(percent:)),
            sound: try container.decodeIfPresent(SoundStatus.self, forKey: .sound),
            sockets: try container.decodeIfPresent(SocketNames.self, forKey: .sockets),
            counters: try container.decode(ServiceCounters.self, forKey: .counters))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(backend, forKey: .backend)
        try container.encode(state, forKey: .state)
        // `encode` of an optional writes null where the synthesised `encodeIfPresent` omits the key.
        try container.encode(panel, forKey: .panel)
        try container.encode(external, forKey: .external)
        try container.encode(content, forKey: .content)
        try container.encode(application, forKey: .application)
        try container.encode(viewport, forKey: .viewport)
        try container.encode(controller, forKey: .controller)
        try container.encode(snapshot, forKey: .snapshot)
        try container.encode(renderer, forKey: .renderer)
        try container.encode(rendererRemark, forKey: .rendererRemark)
        try container.encode(panelForeground, forKey: .panelForeground)
        try container.encode(panelApplication, forKey: .panelApplication)
        try container.encode(pip, forKey: .pip)
        try container.encode(hud, forKey: .hud)
        try container.encode(menu, forKey: .menu)
        try container.encode(blank, forKey: .blank)
        try container.encode(idle, forKey: .idle)
        try container.encode(isFrozen, forKey: .isFrozen)
        try container.encode(isLocked, forKey: .isLocked)
        try container.encode(locker, forKey: .locker)
        try container.encode(screenKeyboard, forKey: .screenKeyboard)
        try container.encode(presenter, forKey: .presenter)
        try container.encode(timer, forKey: .timer)
        try container.encode(brightness?.percent, forKey: .brightness)
        try container.encode(sound, forKey: .sound)
        try container.encode(sockets, forKey: .sockets)
        try container.encode(counters, forKey: .counters)
    }
}

extension SocketNames: Codable {
    private enum CodingKeys: String, CodingKey {
        case content, tools
        case panelApplication = "panel_application"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            content: try container.decode(String.self, forKey: .content),
            panelApplication: try container.decodeIfPresent(String.self, forKey: .panelApplication),
            tools: try container.decode(String.self, forKey: .tools))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(content, forKey: .content)
        try container.encode(panelApplication, forKey: .panelApplication)
        try container.encode(tools, forKey: .tools)
    }
}

extension ScreenKeyboardStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case show
        case isShown = "shown"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            show: try container.decode(KeyboardShow.self, forKey: .show),
            isShown: try container.decode(Bool.self, forKey: .isShown))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(show, forKey: .show)
        try container.encode(isShown, forKey: .isShown)
    }
}

extension PresenterStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case tool, strokes
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            tool: try container.decodeIfPresent(PresenterTool.self, forKey: .tool),
            strokes: try container.decode(Int.self, forKey: .strokes))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tool, forKey: .tool)
        try container.encode(strokes, forKey: .strokes)
    }
}

extension TimerStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case seconds
        case isRunning = "running"
        case durationSeconds = "duration_s"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            seconds: try container.decode(Int.self, forKey: .seconds),
            isRunning: try container.decode(Bool.self, forKey: .isRunning),
            durationSeconds: try container.decodeIfPresent(Int.self, forKey: .durationSeconds))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seconds, forKey: .seconds)
        try container.encode(isRunning, forKey: .isRunning)
        try container.encode(durationSeconds, forKey: .durationSeconds)
    }
}

extension ScreenStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, width, height
        case refreshMilliHertz = "refresh_mhz"
        case scale, transform, layers
        case variableRefresh = "vrr"
        case tearing, depth
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(OutputID.self, forKey: .name),
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height),
            refreshMilliHertz: try container.decode(Int.self, forKey: .refreshMilliHertz),
            scale: try container.decode(Double.self, forKey: .scale),
            transform: try container.decode(TransformName.self, forKey: .transform).transform,
            layers: try container.decode([LayerStatus].self, forKey: .layers),
            timing: TimingState(
                variableRefresh: try container.decode(TimingOutcome.self, forKey: .variableRefresh),
                tearing: try container.decode(TimingOutcome.self, forKey: .tearing)),
            depth: try container.decode(FrameDepth.self, forKey: .depth))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(refreshMilliHertz, forKey: .refreshMilliHertz)
        try container.encode(scale, forKey: .scale)
        try container.encode(transform, forKey: .transform)
        try container.encode(layers, forKey: .layers)
        try container.encode(timing.variableRefresh, forKey: .variableRefresh)
        try container.encode(timing.tearing, forKey: .tearing)
        try container.encode(depth, forKey: .depth)
    }
}

extension ContentStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case appID = "app_id"
        case title, width, height, on
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            appID: try container.decodeIfPresent(String.self, forKey: .appID).flatMap { AppID($0) },
            title: try container.decodeIfPresent(String.self, forKey: .title),
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height),
            on: try container.decodeIfPresent(ContentPlace.self, forKey: .on))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(appID?.text, forKey: .appID)
        try container.encode(title, forKey: .title)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(on, forKey: .on)
    }
}

extension ViewportStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case x, y, width, height, scale
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            x: try container.decode(Int.self, forKey: .x), y: try container.decode(Int.self, forKey: .y),
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height),
            scale: try container.decode(Double.self, forKey: .scale))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(x, forKey: .x)
        try container.encode(y, forKey: .y)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(scale, forKey: .scale)
    }
}

extension ControllerStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case mode, zoom, x, y, width, height, aim
    }

    private struct Aim: Codable {
        let x: Double
        let y: Double
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            mode: try container.decode(ControllerMode.self, forKey: .mode),
            zoom: try container.decode(Double.self, forKey: .zoom),
            x: try container.decode(Int.self, forKey: .x), y: try container.decode(Int.self, forKey: .y),
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height))
        aim = try container.decodeIfPresent(Aim.self, forKey: .aim).map { Point(x: $0.x, y: $0.y) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(aim.map { Aim(x: $0.x, y: $0.y) }, forKey: .aim)
        try container.encode(mode, forKey: .mode)
        try container.encode(zoom, forKey: .zoom)
        try container.encode(x, forKey: .x)
        try container.encode(y, forKey: .y)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
    }
}

extension SnapshotStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case path, frames
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            path: try container.decode(SnapshotPath.self, forKey: .path),
            frames: try container.decode(Int.self, forKey: .frames))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(frames, forKey: .frames)
    }
}
