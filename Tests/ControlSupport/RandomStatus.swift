package import Control
import Geometry
@testable package import Mirroring
package import TestSupport

/// What the service publishes, with every key now and then null, lists now and then empty, and strangers' texts.
package struct RandomStatus {
    package var random: SplitMix64

    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    package mutating func status() -> ServiceStatus {
        var status = ServiceStatus()
        status.about.version = word()
        status.about.backend = one(BackendKind.self)
        status.screens.state = one(TopologyState.self)
        status.screens.panel = maybe { $0.screen() }
        status.screens.external = maybe { $0.screen() }
        status.applications.content = maybe { $0.content() }
        status.applications.program = maybe { $0.program() }
        status.view.viewport = maybe {
            ViewportStatus(
                x: $0.number(), y: $0.number(), width: $0.number(), height: $0.number(), scale: $0.fraction())
        }
        status.view.controller = maybe { $0.controller() }
        status.view.snapshot.path = one(SnapshotPath.self)
        status.view.snapshot.frames = number()
        status.about.renderer = word()
        status.about.rendererRemark = maybe { $0.word() }
        status.applications.panelForeground = one(PanelForeground.Choice.self)
        status.applications.panelApplication = maybe { $0.content() }
        status.overlays.pip = maybe { $0.pip() }
        status.overlays.hud = maybe { $0.hud() }
        status.overlays.menu = maybe { $0.menu() }
        status.screens.blank = maybe { $0.one(BlankExtent.self) }
        status.session.idle = list { $0.one(IdleStage.self) }
        status.session.idleInhibitors = maybe {
            $0.list {
                IdlenessInhibitor(
                    $0.one(IdlenessInhibitor.Source.self), program: $0.maybe { $0.word() },
                    reason: $0.maybe { $0.word() })
            }
        }
        status.screens.isFrozen = flag()
        status.screens.arrangement = one(ExternalArrangement.self)
        status.screens.controlled = maybe { OutputID($0.word()) }
        status.applications.displays = list {
            DisplayApplicationStatus(
                output: $0.maybe { OutputID($0.word()) }, content: $0.maybe { $0.content() },
                program: $0.maybe { $0.program() })
        }
        status.screens.blankOutputs = list { OutputID($0.word()) }
        status.screens.frozenOutputs = list { OutputID($0.word()) }
        status.session.isLocked = flag()
        status.session.locker = maybe { $0.one(LockerState.self) }
        status.overlays.screenKeyboard = maybe {
            ScreenKeyboardStatus(show: $0.one(KeyboardShow.self), isShown: $0.flag())
        }
        status.overlays.presenter = maybe {
            PresenterStatus(tool: $0.maybe { $0.one(PresenterTool.self) }, strokes: $0.number())
        }
        status.overlays.timer = maybe {
            TimerStatus(seconds: -$0.number(), isRunning: $0.flag(), durationSeconds: $0.maybe { $0.number() })
        }
        status.screens.brightness = maybe { 1 + $0.number() % 100 }
        status.screens.sound = maybe { SoundStatus(sink: $0.word(), description: $0.word()) }
        status.about.sockets = maybe {
            SocketNames(content: $0.word(), panelApplication: $0.maybe { $0.word() }, tools: $0.word())
        }
        status.counters.external.framesPresented = number()
        for path in MemoryTraffic.Path.allCases {
            status.counters.traffic.count(path, read: number(), written: number())
        }
        return status
    }

    package mutating func output() -> OutputStatus {
        let mode = mode()
        return OutputStatus(
            name: OutputID(word()), isConnected: flag(), role: maybe { $0.one(OutputRole.self) },
            modes: flag() ? [mode] : [],
            currentMode: flag() ? mode : nil, isOff: maybe { $0.flag() },
            make: maybe { $0.word() }, model: maybe { $0.word() }, serial: maybe { $0.word() },
            physicalSize: maybe { PhysicalSize(width: $0.number(), height: $0.number()) },
            touchscreens: list { $0.touchscreen() },
            remembered: maybe {
                DisplaySettings(
                    role: $0.maybe { $0.flag() ? .copy : .spare },
                    mode: $0.maybe {
                        ModeRequest(
                            size: Size(width: $0.number(), height: $0.number()),
                            refreshMilliHertz: $0.maybe { $0.number() })
                    }, scale: $0.maybe { _ in Scale(1.5) }.flatMap { $0 },
                    transform: $0.maybe { $0.one(Transform.self) },
                    variableRefresh: $0.maybe { $0.one(VariableRefresh.self) },
                    controllerMode: $0.maybe { $0.one(ControllerMode.self) },
                    overscanPercent: $0.maybe { $0.number() % 11 },
                    zoom: $0.maybe {
                        ContentZoom(
                            ControllerZoom(factor: 1.5, center: $0.maybe { Point(x: Double($0.number()), y: 0.5) }),
                            of: Size(width: $0.number(), height: $0.number()))
                    }, volumePercent: $0.maybe { $0.number() % 151 }, isLargerTextOffered: $0.maybe { $0.flag() })
            },
            layers: list { $0.layer() }, canVaryRefresh: flag(), variableRefresh: maybe { $0.outcome() },
            depth: maybe { $0.depth() })
    }

    package mutating func outputs() -> OutputsRequest.Reply {
        OutputsRequest.Reply(list { $0.output() }, unplacedTouchscreens: list { $0.touchscreen() })
    }

    package mutating func windows() -> [WindowStatus] {
        list {
            WindowStatus(
                application: $0.one(PanelForeground.Choice.self), appID: $0.id(), title: $0.maybe { $0.word() },
                hasKeyboard: $0.flag(), isMinimized: $0.flag(), isUrgent: $0.flag())
        }
    }

    package mutating func configuration() -> ConfigurationReport {
        ConfigurationReport(
            files: list { $0.word() },
            values: list {
                let values: [ConfigurationValue] = [
                    .none, .flag($0.flag()), .integer($0.number()), .text($0.word()),
                    .list($0.list { .text($0.word()) }),
                ]
                return ConfigurationReport.Entry(
                    key: $0.word(), value: values[$0.number() % values.count], source: .file, file: $0.word(),
                    line: $0.number())
            })
    }

    /// An event with texts.
    package mutating func event() -> ServiceEvent {
        let output = OutputID(word())
        let occurrences: [ServiceEvent.Occurrence] = [
            .outputPlugged(output), .outputFrozen(output),
            .contentMoved(on: .external, output: output, width: number(), height: number()),
            .modeRefused(output, mode(), reason: word()),
            .outputPostponed(output, reason: word(), retryMilliseconds: number()),
            .applicationGaveUp(reason: word()), .dropped(reason: word()),
            .pip(.possibleChanged(list { $0.source() })), .pip(.willStart(source())), .pip(.didStart(source())),
            .pip(.failedToStart(source(), .sourceFailed(word()))), .pip(.willStop(source(), .closed)),
            .pip(.didStop(source(), .closed)), .pip(.restoreRequested(source())),
            .pip(.sourceChanged(from: source(), to: source())),
            .pip(
                .sizeChanged(
                    source(),
                    PiPRenderSize(width: number(), height: number(), renderWidth: number(), renderHeight: number()))),
        ]
        return ServiceEvent(occurrences[number() % occurrences.count], at: Timestamp(microseconds: Int64(number())))
    }

    private mutating func mode() -> ModeStatus {
        ModeStatus(width: number(), height: number(), refreshMilliHertz: number(), isPreferred: flag())
    }

    private mutating func touchscreen() -> TouchscreenStatus {
        let reasons: [GlassReason] = [.rule, .property, .match([.size, .bus]), .standard, .absent]
        return TouchscreenStatus(
            name: word(), path: maybe { $0.word() }, output: maybe { OutputID($0.word()) },
            reason: reasons[number() % reasons.count])
    }

    private mutating func screen() -> ScreenStatus {
        ScreenStatus(
            name: OutputID(word()), width: number(), height: number(), refreshMilliHertz: number(), scale: fraction(),
            transform: TransformName(one(Transform.self)), layers: list { $0.layer() },
            variableRefresh: outcome(), tearing: outcome(), depth: depth())
    }

    private mutating func depth() -> FrameDepth {
        flag() ? FrameDepth(.ten) : FrameDepth(.eight, refusal: maybe { $0.one(DepthRefusal.self) })
    }

    private mutating func outcome() -> TimingOutcome {
        let outcomes: [TimingOutcome] = [.off, .on, .refused(one(TimingRefusal.self))]
        return outcomes[number() % outcomes.count]
    }

    private mutating func layer() -> LayerStatus {
        LayerStatus(
            kind: one(OutputLayerKind.self), path: one(LayerPath.self), reason: maybe { $0.word() },
            plane: maybe { UInt32($0.number()) })
    }

    private mutating func content() -> ContentStatus {
        ContentStatus(
            appID: id(), title: maybe { $0.word() }, width: number(), height: number(),
            on: maybe { $0.one(ContentPlace.self) })
    }

    private mutating func program() -> SupervisionStatus {
        let ends: [ProgramEnd?] = [nil, .exited(number()), .signaled(number()), .notStarted(word())]
        return SupervisionStatus(
            program: word(), state: one(SupervisionStatus.State.self), pid: maybe { $0.number() }, restarts: number(),
            lastEnd: ends[number() % ends.count])
    }

    private mutating func controller() -> ControllerStatus {
        ControllerStatus(
            mode: one(ControllerMode.self), zoom: fraction(), x: number(), y: number(), width: number(),
            height: number(), aim: maybe { ControllerStatus.Aim(x: $0.fraction(), y: $0.fraction()) })
    }

    private mutating func source() -> PiPSource {
        [.external, .content, .hud, .window(id() ?? "foot"), .camera("/dev/video\(number())")][number() % 5]
    }

    private mutating func pip() -> PiPStatus {
        var status = PiPStatus()
        status.state = one(PiPState.self)
        status.possible = list { $0.source() }
        status.source = maybe { $0.source() }
        status.frame = maybe { $0.place() }
        status.interaction = one(PiPInteraction.self)
        status.updates = one(PiPUpdates.self)
        status.startsAutomatically = flag()
        status.isActive = flag()
        status.isStashed = flag()
        status.renderSize = maybe { Size(width: $0.number(), height: $0.number()) }
        status.hasTimeline = flag()
        status.isPlaying = maybe { $0.flag() }
        status.frames = number()
        return status
    }

    private mutating func hud() -> HUDStatus {
        HUDStatus(
            place: one(HUDPlace.self), width: number(), height: number(), comments: number(), draws: number(),
            layoutError: maybe { $0.word() })
    }

    private mutating func menu() -> MenuStatus {
        MenuStatus(
            handle: maybe { $0.place() },
            entries: maybe {
                $0.list {
                    MenuStatus.Entry(
                        item: $0.word(), name: $0.word(), value: $0.word(), isAvailable: $0.flag(),
                        isFocused: $0.flag(), frame: $0.place())
                }
            },
            question: maybe { $0.word() }, hint: maybe { $0.one(Hint.self) })
    }

    private mutating func place() -> Rect<PanelSpace> {
        Rect(x: number(), y: number(), width: number(), height: number())
    }

    private mutating func maybe<T>(_ make: (inout RandomStatus) -> T) -> T? { flag() ? make(&self) : nil }

    private mutating func list<T>(_ make: (inout RandomStatus) -> T) -> [T] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&self) }
    }

    private mutating func one<T: CaseIterable>(_: T.Type) -> T {
        let cases = Array(T.allCases)
        return cases[Int.random(in: 0..<cases.count, using: &random)]
    }

    private mutating func flag() -> Bool { random.chance(50) }

    private mutating func number() -> Int { Int.random(in: 0...100_000, using: &random) }

    private mutating func fraction() -> Double { Double.random(in: 0.01...8, using: &random) }

    private mutating func id() -> AppID? { AppID(word()) }

    private mutating func word() -> String { StrangersText.make(using: &random) }
}
