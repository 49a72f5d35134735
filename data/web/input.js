// Presses, movements and keys on the panel's picture, as the service's virtual devices.
import { keyCodes } from "./keys.js";

const buttons = [0x110, 0x112, 0x111, 0x113, 0x114];
const penButton = 0x14b;
const eraserBit = 32;

/** Takes the input of an element that lies over the panel's picture. */
export class PanelInput {
  /** `size` gives the panel's pixels as its user sees them. */
  constructor(surface, service, size, onTyping) {
    Object.assign(this, { surface, service, size, onTyping });
    this.fingers = new Map();
    /** The newest positions that are not sent yet, by pointer. */
    this.moves = new Map();
    this.keys = new Set();
    this.pen = null;
    this.isTyping = false;
    const handlers = {
      pointerdown: this.down, pointermove: this.move, pointerup: this.up, pointercancel: this.cancel,
      pointerleave: this.leave, wheel: this.wheel, keydown: this.keyDown, keyup: this.keyUp, blur: this.blur,
      focus: this.focus, contextmenu: (event) => event.preventDefault(),
    };
    for (const [name, handler] of Object.entries(handlers)) {
      surface.addEventListener(name, handler.bind(this), { passive: false });
    }
  }

  place(event) {
    const { width, height } = this.size();
    const area = this.surface.getBoundingClientRect();
    const clamp = (value, most) => Math.min(Math.max(value, 0), most - 0.01);
    return {
      x: clamp((event.clientX - area.left) * width / area.width, width),
      y: clamp((event.clientY - area.top) * height / area.height, height),
    };
  }

  // Pointers

  down(event) {
    event.preventDefault();
    this.surface.focus({ preventScroll: true });
    this.surface.setPointerCapture(event.pointerId);
    this.setTyping(event.pointerType === "mouse" || this.isTyping);
    this.flush();
    if (event.pointerType === "touch") {
      const slot = [...Array(20).keys()].find((number) => ![...this.fingers.values()].includes(number));
      if (slot === undefined) return;
      this.fingers.set(event.pointerId, slot);
      this.service.input("virtual.touch", { action: "down", id: slot, ...this.place(event) });
    } else if (event.pointerType === "pen") {
      this.approach(event);
      if (event.button === 2) {
        this.service.input("virtual.pen", { action: "button", button: penButton, pressed: true });
      } else {
        this.pen.isDown = true;
        this.service.input("virtual.pen", { action: "down", ...this.place(event), ...axes(event) });
      }
    } else {
      this.service.input("virtual.pointer", { action: "move", ...this.place(event) });
      this.button(event, true);
    }
  }

  move(event) {
    event.preventDefault();
    if (event.pointerType === "touch" && !this.fingers.has(event.pointerId)) return;
    if (event.pointerType === "pen") this.approach(event);
    this.moves.set(event.pointerId, event);
    // One movement of each pointer for each of the browser's frames.
    this.frame ??= requestAnimationFrame(() => this.flush());
  }

  flush() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    for (const [pointer, event] of this.moves) {
      const place = this.place(event);
      if (event.pointerType === "touch") {
        if (this.fingers.has(pointer)) this.service.input("virtual.touch", { action: "move", id: this.fingers.get(pointer), ...place });
      } else if (event.pointerType === "pen") {
        if (this.pen) this.service.input("virtual.pen", { action: "move", ...place, ...axes(event) });
      } else {
        this.service.input("virtual.pointer", { action: "move", ...place });
      }
    }
    this.moves.clear();
  }

  up(event) {
    event.preventDefault();
    this.flush();
    if (event.pointerType === "touch") {
      this.lift(event.pointerId, "up");
    } else if (event.pointerType === "pen") {
      if (this.pen?.isDown) this.service.input("virtual.pen", { action: "up" });
      if (event.button === 2) this.service.input("virtual.pen", { action: "button", button: penButton, pressed: false });
      if (this.pen) this.pen.isDown = false;
    } else {
      this.button(event, false);
    }
  }

  cancel(event) {
    this.flush();
    this.lift(event.pointerId, "cancel");
    this.leave(event);
  }

  lift(pointer, action) {
    if (!this.fingers.has(pointer)) return;
    this.service.input("virtual.touch", { action, id: this.fingers.get(pointer) });
    this.fingers.delete(pointer);
  }

  leave(event) {
    if (event.pointerType !== "pen" || !this.pen) return;
    this.flush();
    if (this.pen.isDown) this.service.input("virtual.pen", { action: "up" });
    this.service.input("virtual.pen", { action: "away" });
    this.pen = null;
  }

  /** Brings the pen near, or another end of it. */
  approach(event) {
    const tool = event.buttons & eraserBit || event.button === 5 ? "eraser" : "pen";
    if (this.pen && (this.pen.isDown || this.pen.tool === tool)) return;
    if (this.pen) this.service.input("virtual.pen", { action: "away" });
    this.pen = { tool, isDown: false };
    this.service.input("virtual.pen", { action: "near", tool, ...this.place(event), ...axes(event) });
  }

  button(event, pressed) {
    const button = buttons[event.button];
    if (button) this.service.input("virtual.pointer", { action: "button", button, pressed });
  }

  wheel(event) {
    event.preventDefault();
    this.flush();
    if (event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL) {
      const clicks = (delta) => Math.round(Math.sign(delta) * Math.ceil(Math.abs(delta) / 3));
      this.service.input("virtual.pointer", { action: "scroll", dx: clicks(event.deltaX), dy: clicks(event.deltaY) });
      return;
    }
    const scale = this.size().width / this.surface.getBoundingClientRect().width;
    this.service.input("virtual.pointer", { action: "finger-scroll", dx: event.deltaX * scale, dy: event.deltaY * scale });
    clearTimeout(this.scrolling);
    this.scrolling = setTimeout(() => this.service.input("virtual.pointer", { action: "finger-scroll", dx: 0, dy: 0 }), 120);
  }

  // Keys

  focus() {
    this.onTyping(this.isTyping, true);
  }

  blur() {
    this.setTyping(false);
    this.onTyping(false, false);
  }

  setTyping(isTyping) {
    if (!isTyping) this.releaseKeys();
    this.isTyping = isTyping;
    this.onTyping(isTyping, true);
  }

  keyDown(event) {
    if (!this.isTyping) {
      if (event.key === "Enter") {
        event.preventDefault();
        this.setTyping(true);
      }
      return;
    }
    event.preventDefault();
    if (event.code === "Escape" && event.shiftKey) return this.setTyping(false);
    const code = keyCodes.get(event.code);
    if (!code || event.repeat) return;
    this.keys.add(code);
    this.service.input("virtual.key", { code, pressed: true });
  }

  keyUp(event) {
    const code = keyCodes.get(event.code);
    if (!this.keys.delete(code)) return;
    event.preventDefault();
    this.service.input("virtual.key", { code, pressed: false });
  }

  releaseKeys() {
    for (const code of this.keys) this.service.input("virtual.key", { code, pressed: false });
    this.keys.clear();
  }
}

function axes(event) {
  return { pressure: event.pressure, tilt_x: event.tiltX, tilt_y: event.tiltY, rotation: event.twist };
}
