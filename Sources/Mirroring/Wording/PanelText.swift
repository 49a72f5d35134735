import Geometry

/// A text that the service shows on the panel, in each of its languages.
package enum PanelText: Hashable, Sendable, CaseIterable {
    case mode, zoom, presenter, timer, previousPage, nextPage, pictureInPicture, pipAutomatic, screenKeyboard
    case panelApplication, mirroring, external, control, arrangement, largerText, freeze, blankExternal, blankAll
    case brightness, screenshot
    case windows, applications, back, closeWindows
    case allow, refuse
    case more, close
    case isOn, isOff, unavailable, wholeContent, applicationInFront, contentInFront
    case copies, oneRow, ownApplications, unused
    case direct, trackpad, view, keys
    case laser, highlight, spotlight, pen
    case directNotice, trackpadNotice, viewNotice, keysNotice
    case laserNotice, highlightNotice, spotlightNotice, penNotice, noToolNotice
    case handleHint, twoFingersHint
    case frozenSign, displayFrozenSign, awaySign, blankSign, displayBlankSign, offSign, noExternal, noMemory
    /// The text of the button that starts an ended application again, and the text above it before an automatic start.
    case startAgain, startsSoon
    /// The text before the name of a program.
    case starting
    case windowInUse, windowUrgent, windowMinimized, noOtherWindow, externalQuestion, mainQuestion
    /// The text before a path.
    case saved
    /// The text before the name of an entry or command, or before the reason.
    case screenshotFailed, commandFailed, brightnessFailed

    package func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .japanese: japanese
        }
    }

    private var english: String {
        switch self {
        case .mode: "Fingers"
        case .zoom: "Zoom"
        case .presenter: "Pointing"
        case .timer: "Timer"
        case .previousPage: "Previous page"
        case .nextPage: "Next page"
        case .pictureInPicture: "Picture in picture"
        case .pipAutomatic: "Automatic picture"
        case .screenKeyboard: "Keyboard"
        case .panelApplication: "Panel application"
        case .mirroring: "External display"
        case .external: "Main display"
        case .control: "Controlled display"
        case .arrangement: "Other displays"
        case .largerText: "Larger text"
        case .brightness: "Brightness"
        case .freeze: "Freeze external"
        case .blankExternal: "Blank external"
        case .blankAll: "Blank screens"
        case .screenshot: "Screenshot"
        case .windows: "Windows"
        case .closeWindows: "Close windows"
        case .applications: "Applications"
        case .back: "Back"
        case .allow: "Allow"
        case .refuse: "Refuse"
        case .more: "More"
        case .close: "Close"
        case .isOn: "On"
        case .isOff: "Off"
        case .unavailable: "Not available"
        case .wholeContent: "Fit"
        case .applicationInFront: "In front"
        case .contentInFront: "Behind"
        case .copies: "Copies"
        case .oneRow: "One row"
        case .ownApplications: "Own applications"
        case .unused: "Not used"
        case .direct: "Direct"
        case .trackpad: "Trackpad"
        case .view: "View"
        case .keys: "Keys"
        case .laser: "Laser"
        case .highlight: "Highlight"
        case .spotlight: "Spotlight"
        case .pen: "Pen"
        case .directNotice: "Direct: touch what you see"
        case .trackpadNotice: "Trackpad: the panel moves the pointer"
        case .viewNotice: "View: fingers zoom and pan"
        case .keysNotice: "Keys: press keys below the picture"
        case .laserNotice: "Laser: point with a finger or the pointer"
        case .highlightNotice: "Highlight: ring a place"
        case .spotlightNotice: "Spotlight: dim all but one place"
        case .penNotice: "Pen: draw over the content"
        case .noToolNotice: "Fingers touch the content again"
        case .handleHint: "Tap or pull the handle for the menu"
        case .twoFingersHint: "Two fingers zoom and pan"
        case .frozenSign: "External frozen"
        case .displayFrozenSign: "Display frozen"
        case .awaySign: "Waiting for the external"
        case .blankSign: "External blank"
        case .displayBlankSign: "Display blank"
        case .offSign: "External off"
        case .noExternal: "There is no external display"
        case .noMemory: "There is not enough memory"
        case .saved: "Saved: "
        case .startAgain: "Start again"
        case .startsSoon: "It starts again in a moment"
        case .starting: "Starting "
        case .windowInUse: "In use"
        case .windowUrgent: "Wants attention"
        case .windowMinimized: "Minimised"
        case .noOtherWindow: "There is no other window"
        case .externalQuestion: "Another display is plugged in: which one shows the content?"
        case .mainQuestion: "Another display shows a copy: which one is the main display?"
        case .screenshotFailed: "No screenshot: "
        case .commandFailed: "Failed: "
        case .brightnessFailed: "Brightness not changed: "
        }
    }

    private var japanese: String {
        switch self {
        case .mode: "指の操作"
        case .zoom: "ズーム"
        case .presenter: "指し示す"
        case .timer: "タイマー"
        case .previousPage: "前のページ"
        case .nextPage: "次のページ"
        case .pictureInPicture: "小窓表示"
        case .pipAutomatic: "小窓の自動表示"
        case .screenKeyboard: "キーボード"
        case .panelApplication: "パネルのアプリ"
        case .mirroring: "外部ディスプレイ"
        case .external: "メイン画面"
        case .control: "操作する画面"
        case .arrangement: "ほかの画面"
        case .largerText: "文字を大きく"
        case .brightness: "明るさ"
        case .freeze: "外部を静止する"
        case .blankExternal: "外部を黒くする"
        case .blankAll: "画面を黒くする"
        case .screenshot: "画面を保存"
        case .windows: "ウィンドウ"
        case .closeWindows: "ウィンドウを閉じる"
        case .applications: "アプリケーション"
        case .back: "戻る"
        case .allow: "許可する"
        case .refuse: "断る"
        case .more: "その他"
        case .close: "閉じる"
        case .isOn: "オン"
        case .isOff: "オフ"
        case .unavailable: "使用できません"
        case .wholeContent: "全体"
        case .applicationInFront: "前面"
        case .contentInFront: "背面"
        case .copies: "複製"
        case .oneRow: "横に並べる"
        case .ownApplications: "別々のアプリ"
        case .unused: "未使用"
        case .direct: "直接"
        case .trackpad: "トラックパッド"
        case .view: "表示"
        case .keys: "キー"
        case .laser: "レーザー"
        case .highlight: "強調"
        case .spotlight: "スポットライト"
        case .pen: "ペン"
        case .directNotice: "直接: 見えるものに触れて操作します"
        case .trackpadNotice: "トラックパッド: パネルでポインターを動かします"
        case .viewNotice: "表示: 指で拡大と移動をします"
        case .keysNotice: "キー: 画面の下のキーを押します"
        case .laserNotice: "レーザー: 指やポインターで指し示します"
        case .highlightNotice: "強調: 場所を丸で囲みます"
        case .spotlightNotice: "スポットライト: 一か所だけを明るくします"
        case .penNotice: "ペン: 内容の上に描きます"
        case .noToolNotice: "指は再び内容に触れます"
        case .handleHint: "つまみに触れるか引くとメニューが開きます"
        case .twoFingersHint: "2本の指で拡大と移動ができます"
        case .frozenSign: "外部は静止中"
        case .displayFrozenSign: "ディスプレイは静止中"
        case .awaySign: "外部ディスプレイを待機中"
        case .blankSign: "外部は黒画面"
        case .displayBlankSign: "ディスプレイは黒画面"
        case .offSign: "外部はオフ"
        case .noExternal: "外部ディスプレイがありません"
        case .noMemory: "メモリーが足りません"
        case .saved: "保存しました: "
        case .startAgain: "もう一度起動"
        case .startsSoon: "まもなくもう一度起動します"
        case .starting: "起動中: "
        case .windowInUse: "使用中"
        case .windowUrgent: "呼び出し中"
        case .windowMinimized: "最小化"
        case .noOtherWindow: "ほかのウィンドウはありません"
        case .externalQuestion: "ディスプレイが追加されました。どちらに表示しますか"
        case .mainQuestion: "追加されたディスプレイも同じ画面です。どちらをメイン画面にしますか"
        case .screenshotFailed: "画面を保存できません: "
        case .commandFailed: "失敗しました: "
        case .brightnessFailed: "明るさを変えられません: "
        }
    }
}

extension ControllerMode {
    package var name: PanelText {
        switch self {
        case .direct: .direct
        case .trackpad: .trackpad
        case .view: .view
        case .keys: .keys
        }
    }

    /// The text shown for a moment when the mode changes.
    package var notice: PanelText {
        switch self {
        case .direct: .directNotice
        case .trackpad: .trackpadNotice
        case .view: .viewNotice
        case .keys: .keysNotice
        }
    }
}

extension PresenterTool {
    package var name: PanelText {
        switch self {
        case .laser: .laser
        case .highlight: .highlight
        case .spotlight: .spotlight
        case .pen: .pen
        }
    }

    /// The text shown for a moment when the tool is selected.
    package var notice: PanelText {
        switch self {
        case .laser: .laserNotice
        case .highlight: .highlightNotice
        case .spotlight: .spotlightNotice
        case .pen: .penNotice
        }
    }
}

extension MenuEntry {
    /// The entry's name; `commands` are the user's own entries.
    package func name(in language: Language, commands: [MenuCommand]) -> String {
        if let title { return title }
        guard case .command(let index) = item else { return item.text?.text(in: language) ?? "" }
        return commands.indices.contains(index) ? commands[index].name : ""
    }

    /// The state in words, or empty for none.
    package func valueText(in language: Language) -> String {
        switch value {
        case .none: ""
        case .isOn(let isOn): (isOn ? PanelText.isOn : .isOff).text(in: language)
        case .mode(let mode): mode.name.text(in: language)
        case .zoom(let factor): factor <= 1 ? PanelText.wholeContent.text(in: language) : Self.times(factor)
        case .tool(let tool): (tool?.name ?? .isOff).text(in: language)
        case .timer(let timer):
            timer.map { PresentationTimer.text(ofSeconds: $0.seconds) } ?? PanelText.isOff.text(in: language)
        case .foreground(let choice):
            (choice == .application ? PanelText.applicationInFront : .contentInFront).text(in: language)
        case .output(let output): output.name
        case .arrangement(.copy): PanelText.copies.text(in: language)
        case .arrangement(.span): PanelText.oneRow.text(in: language)
        case .arrangement(.each): PanelText.ownApplications.text(in: language)
        case .arrangement(.one): PanelText.unused.text(in: language)
        case .brightness(let brightness): "\(brightness.percent) %"
        case .text(let text, _): text
        case .unavailable: PanelText.unavailable.text(in: language)
        }
    }

    /// A factor with one decimal and a multiplication sign.
    private static func times(_ factor: Double) -> String {
        let tenths = Int(clamping: (factor * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)\u{D7}"
    }
}

extension MenuItem {
    /// The item's text, or nil for an entry with a name of its own.
    fileprivate var text: PanelText? {
        switch self {
        case .mode: .mode
        case .zoom: .zoom
        case .presenter: .presenter
        case .timer: .timer
        case .previousPage: .previousPage
        case .nextPage: .nextPage
        case .pictureInPicture: .pictureInPicture
        case .pipAutomatic: .pipAutomatic
        case .screenKeyboard: .screenKeyboard
        case .panelApplication: .panelApplication
        case .mirroring: .mirroring
        case .external: .external
        case .control: .control
        case .arrangement: .arrangement
        case .largerText: .largerText
        case .brightness: .brightness
        case .freeze: .freeze
        case .blankExternal: .blankExternal
        case .blankAll: .blankAll
        case .screenshot: .screenshot
        case .windows: .windows
        case .closeWindows: .closeWindows
        case .applications: .applications
        case .back: .back
        case .allow: .allow
        case .refuse: .refuse
        case .command, .window, .closeWindow, .launch, .display: nil
        case .more: .more
        case .close: .close
        }
    }
}
