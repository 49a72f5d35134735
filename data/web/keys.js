// Keys by the names that browsers give their places, as the numbers that Linux gives them.
const rows = [
  [1, "Escape Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal Backspace Tab"],
  [16, "KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Enter ControlLeft"],
  [30, "KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote ShiftLeft Backslash"],
  [44, "KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash ShiftRight NumpadMultiply AltLeft Space CapsLock"],
  [59, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NumLock ScrollLock Numpad7 Numpad8 Numpad9 NumpadSubtract Numpad4 Numpad5 Numpad6 NumpadAdd"],
  [79, "Numpad1 Numpad2 Numpad3 Numpad0 NumpadDecimal"],
  [86, "IntlBackslash F11 F12 IntlRo"],
  [92, "Convert KanaMode NonConvert"],
  [96, "NumpadEnter ControlRight NumpadDivide PrintScreen AltRight"],
  [102, "Home ArrowUp PageUp ArrowLeft ArrowRight End ArrowDown PageDown Insert Delete"],
  [124, "IntlYen MetaLeft MetaRight ContextMenu"],
];

export const keyCodes = new Map(rows.flatMap(([first, names]) => names.split(" ").map((name, index) => [name, first + index])));

const shift = keyCodes.get("ShiftLeft");
const plain = "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./ \n\t";
const shifted = "~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:\"ZXCVBNM<>?";
const places = "Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Backslash KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash Space Enter Tab".split(" ");

/** The strokes that type a text on a keyboard with the layout of the US, and the characters that it has not. */
export function strokes(text) {
  const missing = [];
  const result = [];
  for (const character of text) {
    const index = plain.indexOf(character);
    const above = shifted.indexOf(character);
    if (index >= 0) {
      result.push(...press(keyCodes.get(places[index])));
    } else if (above >= 0) {
      result.push([shift, true], ...press(keyCodes.get(places[above])), [shift, false]);
    } else {
      missing.push(character);
    }
  }
  return { strokes: result, missing };
}

export function press(code) {
  return [[code, true], [code, false]];
}
