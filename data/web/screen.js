// One display's live picture, drawn by noVNC.
import { socketAddress } from "./service.js";
import { text, translate } from "./texts.js";

let viewer;

/** noVNC's class; null where the package is not installed. */
function loadViewer() {
  viewer ??= import("/novnc/core/rfb.js").then((module) => module.default, () => null);
  return viewer;
}

export class Screen {
  constructor(name) {
    const part = document.getElementById("screen").content.cloneNode(true);
    translate(part);
    this.name = name;
    this.element = part.querySelector(".screen");
    this.element.dataset.output = name;
    this.surface = part.querySelector(".surface");
    this.picture = part.querySelector(".picture");
    this.hint = part.querySelector(".hint");
    this.message = part.querySelector(".message");
    this.message.textContent = text("opens");
    this.element.querySelector(".full").onclick = () => this.toggleFullScreen();
    this.isWanted = false;
    this.delay = 500;
    this.onVisibility = () => this.want(!document.hidden);
    document.addEventListener("visibilitychange", this.onVisibility);
    this.want(!document.hidden);
  }

  /** Shows the display's facts. */
  update({ role, width, height }) {
    this.width = width;
    this.height = height;
    const element = this.element;
    element.classList.toggle("panel", role === "panel");
    element.style.setProperty("--ratio", String(width / height));
    element.querySelector(".frame").style.aspectRatio = `${width} / ${height}`;
    element.querySelector(".role").textContent = text(role);
    element.querySelector(".name").textContent = this.name;
    element.querySelector(".size").textContent = `${width} × ${height}`;
  }

  /** Nobody looks at a hidden page: it gets no pictures. */
  want(isWanted) {
    if (isWanted === this.isWanted) return;
    this.isWanted = isWanted;
    if (isWanted) {
      this.connect();
    } else {
      clearTimeout(this.timer);
      this.viewer?.disconnect();
    }
  }

  async connect() {
    const Viewer = await loadViewer();
    if (!this.isWanted || this.viewer) return;
    if (!Viewer) {
      this.message.textContent = "novnc?";
      return;
    }
    const address = socketAddress(`/screen/${encodeURIComponent(this.name)}`);
    const shown = new Viewer(this.picture, address.href, { wsProtocols: ["kagami-screen"], shared: true });
    this.viewer = shown;
    Object.assign(shown, { viewOnly: true, scaleViewport: true, focusOnClick: false, background: "transparent", showDotCursor: false, qualityLevel: 8 });
    shown.addEventListener("connect", () => {
      this.delay = 500;
      this.message.textContent = "";
    });
    shown.addEventListener("disconnect", () => {
      this.viewer = null;
      if (!this.isWanted) return;
      this.message.textContent = text("opens");
      this.timer = setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(this.delay * 2, 5000);
    });
  }

  async toggleFullScreen() {
    if (document.fullscreenElement) return document.exitFullscreen();
    await this.element.requestFullscreen();
    // The device's screen stays on as long as this one is shown.
    const lock = await navigator.wakeLock?.request("screen").catch(() => null);
    this.element.addEventListener("fullscreenchange", () => document.fullscreenElement || lock?.release());
  }

  remove() {
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.want(false);
    this.element.remove();
  }
}
