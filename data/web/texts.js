// The page's texts, in English and Japanese.
const table = {
  arrangement: ["Other displays", "ほかの画面"],
  asPanel: ["As a panel", "パネルとして"],
  asPiP: ["In picture in picture", "小窓に"],
  backspace: ["Backspace", "バックスペース"],
  blank: ["Black screens", "画面を黒くする"],
  cannotType: ["These characters are not on the keyboard: {}", "このキーボードにない文字です: {}"],
  "client-connected": ["A program has connected", "プログラムが接続"],
  "client-disconnected": ["A program has left", "プログラムが切断"],
  clear: ["Clear", "消去"],
  connecting: ["Connecting", "接続中"],
  "content-moved": ["The application is now on {}", "アプリは {} に移動"],
  content: ["Application", "アプリ"],
  controller: ["Controller", "操作"],
  controls: ["Controls", "操作パネル"],
  copies: ["Copies", "複製"],
  copy: ["Copy of the external", "外部画面の複製"],
  direct: ["Direct", "直接"],
  disabled: ["External not used", "外部画面は未使用"],
  displays: ["Displays", "ディスプレイ"],
  enterKey: ["Enter", "Enter"],
  escape: ["Escape", "Esc"],
  events: ["Events", "できごと"],
  external: ["External", "外部画面"],
  externalBottom: ["External, bottom", "外部画面の下"],
  externalTop: ["External, top", "外部画面の上"],
  "first-frame": ["First picture on {}", "{} に最初の映像"],
  freeze: ["Freeze the external", "外部画面を静止"],
  fullScreen: ["Full screen", "全画面"],
  hand: ["Another device", "ほかの端末"],
  handText: ["An address for one phone or tablet, good for ten minutes and for one browser.", "スマートフォンやタブレット1台のためのアドレスです。10分間、1つのブラウザーだけで使えます。"],
  hide: ["Hide", "隠す"],
  highlight: ["Highlight", "強調"],
  hintFocus: ["Press Enter to type into the panel.", "Enterを押すとパネルに文字を入力できます。"],
  hintTyping: ["Keys go to the panel. Shift+Escape comes back.", "キーはパネルに送られます。Shift+Escで戻ります。"],
  hud: ["Status bar", "ステータスバー"],
  keys: ["Keys", "キー"],
  laser: ["Laser", "ポインター"],
  localOnly: ["Only this machine reaches this address. Start kagami web with --listen to let others in.", "このアドレスは同じ機械からだけ使えます。ほかの端末には kagami web を --listen 付きで起動してください。"],
  locked: ["Locked", "ロック中"],
  lost: ["No connection", "接続なし"],
  menu: ["Menu", "メニュー"],
  minutes: ["Minutes", "分"],
  mirror: ["Use the external", "外部画面を使う"],
  mirroring: ["On the external", "外部画面に表示中"],
  name: ["Name", "名前"],
  next: ["Next", "次へ"],
  noDisplays: ["No display is connected. Plug one in below.", "ディスプレイがありません。下で接続してください。"],
  "no-output": ["No display", "ディスプレイなし"],
  notUsed: ["Not used", "未使用"],
  oneRow: ["One row", "横に並べる"],
  opens: ["The picture is coming", "映像を待っています"],
  out: ["Open the address that kagami web has printed.", "kagami web が表示したアドレスを開いてください。"],
  panel: ["Panel", "パネル"],
  panelBottom: ["Panel, bottom", "パネルの下"],
  "panel-only": ["On the panel", "パネルに表示中"],
  panelTop: ["Panel, top", "パネルの上"],
  part: ["Part of the row", "横並びの一部"],
  pen: ["Pen", "ペン"],
  pip: ["Picture in picture", "ピクチャー・イン・ピクチャー"],
  pipImpossible: ["Nothing can be shown at the moment.", "いま表示できるものはありません。"],
  pipShows: ["Shows {}", "表示中: {}"],
  place: ["Place", "場所"],
  plug: ["Plug in", "接続"],
  plugged: ["{} plugged in", "{} を接続"],
  presenting: ["Presenting", "発表"],
  previous: ["Previous", "前へ"],
  screens: ["Screens", "画面"],
  send: ["Send", "送信"],
  show: ["Show", "表示"],
  size: ["Size", "大きさ"],
  skip: ["To the controls", "操作へ"],
  source: ["Source", "映像"],
  spare: ["Not used", "未使用"],
  spotlight: ["Spotlight", "スポットライト"],
  start: ["Start", "開始"],
  startTimer: ["Start timer", "タイマー開始"],
  stop: ["Stop", "停止"],
  text: ["Text", "文字"],
  toWatch: ["To watch", "見るだけ"],
  trackpad: ["Trackpad", "タッチパッド"],
  typing: ["Typing", "文字入力"],
  undo: ["Undo", "元に戻す"],
  unplug: ["Unplug", "取り外す"],
  unplugName: ["Unplug {}", "{} を取り外す"],
  unplugged: ["{} unplugged", "{} を取り外し"],
  unused: ["Not used", "未使用"],
  useOf: ["Use of {}", "{} の使い方"],
  view: ["View", "表示"],
  viewOnly: ["You watch, and change nothing.", "見るだけの接続です。"],
};

const column = navigator.language.toLowerCase().startsWith("ja") ? 1 : 0;

export const language = ["en", "ja"][column];

/** The text of a key, with `value` in its place; the key itself where there is none. */
export function text(key, value = "") {
  const row = table[key];
  return row ? row[column].replace("{}", value) : key;
}

/** Fills in the texts of a part of the page. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", text(element.dataset.label));
  for (const element of root.querySelectorAll("[data-title]")) {
    element.title = text(element.dataset.title);
    element.setAttribute("aria-label", element.title);
  }
}
