// The page: state, screens and controls.
import { PanelInput } from "./input.js";
import { press, strokes } from "./keys.js";
import { Screen } from "./screen.js";
import { Service, Texts, socketAddress } from "./service.js";
import { language, text, translate } from "./texts.js";

const $ = (id) => document.getElementById(id);
const all = (selector) => document.querySelectorAll(selector);

document.documentElement.lang = language;
translate(document);

// Notices

let noticeTimer;

function notice(message, lasts = false) {
  clearTimeout(noticeTimer);
  $("notice").textContent = message;
  $("notice").hidden = !message;
  if (!lasts) noticeTimer = setTimeout(() => { $("notice").hidden = true; }, 6000);
}

// Who looks

/** Uses a token up, which lets this browser in. */
function useUp(token) {
  return fetch("/enter", { headers: { Authorization: `Bearer ${token}` } });
}

/** Uses the address's token up; what this browser may do, or whether it can ask at the panel. */
async function enter() {
  const token = location.hash.slice(1);
  if (token) {
    history.replaceState(null, "", location.pathname);
    await useUp(token);
  }
  const reply = await fetch("/self");
  return reply.json();
}

/** Asks at the panel to be let in. The panel and this page show the same code. */
function ask(kind) {
  const socket = new WebSocket(socketAddress(`/ask/${kind}`), "kagami-ask");
  let ending = text("ask-impossible");
  const show = (isWaiting, words) => {
    $("ask-wait").hidden = !isWaiting;
    $("ask-choice").hidden = isWaiting;
    $("ask-answer").textContent = words;
  };
  $("ask-code").textContent = "";
  show(true, "");
  $("ask-stop").onclick = () => {
    ending = "";
    socket.close();
  };
  socket.onmessage = async (message) => {
    const { code, answer, token } = JSON.parse(message.data);
    if (code) $("ask-code").textContent = code;
    if (answer) ending = text(`ask-${answer}`);
    if (token && (await useUp(token)).ok) location.reload();
  };
  socket.onclose = () => show(false, ending);
}

// What the service says

let service;
const texts = new Texts();
let status = null;
let access = null;
const screens = new Map();
let isAsking = false;
let isStale = false;
let changesBegun = 0;
let changesEnded = 0;

/** Asks for the state; once more afterwards if something happened meanwhile. */
async function refresh() {
  isStale = true;
  if (isAsking) return;
  isAsking = true;
  try {
    while (isStale) {
      isStale = false;
      const begun = changesBegun;
      const [state, outputs] = await Promise.all([service.ask("status"), service.ask("outputs")]);
      // What was asked before a change would undo it on the page. The change's end asks again.
      if (begun !== changesBegun || begun !== changesEnded) continue;
      status = state.status;
      show(outputs.outputs);
    }
  } catch {
    // The connection's end says more.
  } finally {
    isAsking = false;
  }
}

async function change(command, values) {
  changesBegun += 1;
  try {
    const reply = await service.ask(command, values);
    if (reply.note) notice(reply.note);
  } catch (error) {
    if (error.message) notice(error.message);
  }
  changesEnded += 1;
  refresh();
}

function show(outputs) {
  document.body.className = `live ${access}`;
  $("state-text").textContent = text(status.locked ? "locked" : status.state);
  $("application").textContent = status.content?.title || status.content?.app_id || "";
  showScreens(outputs);
  showDisplays(outputs);
  if (access === "full") showControls();
}

function isTurned(transform) {
  return /(^|-)(90|270)$/.test(transform ?? "");
}

function facts(output) {
  const screen = [status.panel, status.external].find((screen) => screen?.name === output.name);
  const { width, height } = screen ?? output.current_mode;
  return isTurned(screen?.transform)
    ? { role: output.role, width: height, height: width } : { role: output.role, width, height };
}

function showScreens(outputs) {
  const shown = outputs.filter((output) => output.connected && output.current_mode && output.role && output.role !== "spare");
  for (const [name, screen] of screens) {
    if (shown.some((output) => output.name === name)) continue;
    screen.remove();
    screens.delete(name);
  }
  const order = { external: 0, part: 1, own: 2, copy: 3, panel: 4 };
  for (const output of shown.toSorted((a, b) => order[a.role] - order[b.role])) {
    let screen = screens.get(output.name);
    if (!screen) {
      screen = new Screen(output.name);
      screens.set(output.name, screen);
      $("screens").append(screen.element);
      if (access === "full") takeInput(screen);
    }
    screen.update(facts(output));
    screen.surface.hidden = output.role !== "panel" || access !== "full";
  }
  let empty = $("empty");
  if (!shown.length && !empty) {
    empty = Object.assign(document.createElement("p"), { id: "empty", textContent: text("noDisplays") });
    $("screens").append(empty);
  } else if (shown.length) {
    empty?.remove();
  }
}

function takeInput(screen) {
  screen.surface.tabIndex = 0;
  screen.surface.setAttribute("role", "application");
  screen.surface.setAttribute("aria-label", `${text("panel")} ${screen.name}. ${text("hintFocus")}`);
  new PanelInput(screen.surface, service, () => screen, (isTyping, isFocused) => {
    screen.surface.classList.toggle("typing", isTyping);
    screen.hint.hidden = !isFocused;
    screen.hint.textContent = text(isTyping ? "hintTyping" : "hintFocus");
  });
}

function showDisplays(outputs) {
  const connected = outputs.filter((output) => output.connected);
  // Without a panel nothing is an external.
  const externals = status.panel ? connected.filter((output) => output.role !== "panel") : [];
  $("arrangement").hidden = externals.length < 2;
  setPressed("[data-arrangement]", "arrangement", status.arrangement);
  const key = JSON.stringify(connected.map(({ name, role, current_mode: mode }) => [name, role, mode]));
  if (key === $("display-list").dataset.key) return;
  $("display-list").dataset.key = key;
  const focused = document.activeElement.dataset.control;
  $("display-list").replaceChildren(...connected.map((output) => {
    const item = document.createElement("li");
    const name = Object.assign(document.createElement("b"), { textContent: output.name });
    const mode = output.current_mode ? ` · ${output.current_mode.width} × ${output.current_mode.height}` : "";
    const fact = Object.assign(document.createElement("span"), { textContent: text(output.role ?? "notUsed") + mode });
    const button = Object.assign(document.createElement("button"), { type: "button", className: "changes", textContent: text("unplug") });
    button.setAttribute("aria-label", text("unplugName", output.name));
    button.dataset.control = `unplug ${output.name}`;
    button.onclick = () => change("virtual.unplug", { name: output.name });
    const facts = document.createElement("p");
    facts.append(name, fact);
    item.append(facts, button);
    if (externals.length > 1 && externals.includes(output)) item.append(roleChoice(output));
    return item;
  }));
  // Who uses keys goes on where the former list had the focus.
  if (focused) [...all("#display-list [data-control]")].find((control) => control.dataset.control === focused)?.focus();
}

/** What a display beside the panel is for, to be chosen. */
function roleChoice(output) {
  const select = Object.assign(document.createElement("select"), { className: "changes" });
  select.setAttribute("aria-label", text("useOf", output.name));
  select.dataset.control = `role ${output.name}`;
  const commands = { external: "externals.use", copy: "externals.copy", spare: "externals.spare" };
  // The external has to go elsewhere before its display shows a copy.
  const roles = output.role === "external" ? ["external", "spare"] : ["external", "copy", "spare"];
  if (["part", "own"].includes(output.role)) roles.splice(1, 0, output.role);
  select.replaceChildren(...roles.map((role) => new Option(text(role), role, false, role === output.role)));
  select.onchange = async () => {
    await change(commands[select.value], { name: output.name });
    select.value = output.role;
  };
  return select;
}

// Controls

function setPressed(selector, key, value) {
  for (const button of all(selector)) button.setAttribute("aria-pressed", String(button.dataset[key] === value));
}

function showControls() {
  setPressed("[data-tool]", "tool", status.presenter?.tool ?? null);
  setPressed("[data-mode]", "mode", status.controller?.mode);
  $("mirror").checked = status.state !== "disabled";
  $("freeze").checked = status.frozen;
  $("freeze").disabled = !status.external;
  $("blank").checked = status.blank === "all";
  const pip = status.pip;
  const isShown = pip?.state === "active" || pip?.state === "starting";
  const sources = isShown ? [pip.source] : pip?.possible ?? [];
  const select = $("pip-source");
  if (JSON.stringify(sources) !== select.dataset.key) {
    select.dataset.key = JSON.stringify(sources);
    select.replaceChildren(...sources.map((source) => new Option(text(source), source)));
  }
  select.disabled = isShown || !sources.length;
  $("pip-toggle").textContent = text(isShown ? "stop" : "start");
  $("pip-toggle").disabled = !isShown && !sources.length;
  $("pip-text").textContent = isShown ? text("pipShows", text(pip.source)) : sources.length ? "" : text("pipImpossible");
  $("hud-toggle").textContent = text(status.hud ? "hide" : "show");
  $("hud-place").disabled = Boolean(status.hud);
  $("timer-stop").disabled = !status.timer;
  $("menu").disabled = !status.menu;
}

function handleControls() {
  $("plug").onsubmit = (event) => {
    event.preventDefault();
    const [width, height] = $("plug-size").value.split("x").map(Number);
    change("virtual.plug", { name: $("plug-name").value.trim(), width, height });
  };
  for (const button of all("[data-tool]")) {
    button.onclick = () => change("present", { tool: button.getAttribute("aria-pressed") === "true" ? null : button.dataset.tool });
  }
  for (const button of all("[data-mode]")) button.onclick = () => change("controller.mode", { mode: button.dataset.mode });
  for (const button of all("[data-arrangement]")) {
    button.onclick = () => change("externals.arrange", { arrangement: button.dataset.arrangement });
  }
  for (const button of all("[data-command]")) button.onclick = () => change(button.dataset.command);
  $("menu").onclick = () => change(status.menu?.entries ? "menu.hide" : "menu.show");
  $("timer-start").onclick = () => change("present.timer", { action: "start", minutes: Number($("minutes").value) || 20 });
  $("timer-stop").onclick = () => change("present.timer", { action: "reset" });
  $("mirror").onchange = () => change("mirror", { enabled: $("mirror").checked });
  $("freeze").onchange = () => change("freeze", { enabled: $("freeze").checked });
  $("blank").onchange = () => change("blank", { extent: $("blank").checked ? "all" : null });
  $("pip-toggle").onclick = () => {
    const isShown = status.pip?.state === "active" || status.pip?.state === "starting";
    change("pip", isShown ? { action: "stop" } : { action: "start", source: $("pip-source").value });
  };
  $("hud-toggle").onclick = () => change("hud", status.hud ? { action: "hide" } : { action: "show", place: $("hud-place").value });
  const send = (list) => list.forEach(([code, pressed]) => service.input("virtual.key", { code, pressed }));
  // One text after the other, and keys after the texts before them.
  let typing = Promise.resolve();
  $("type").onsubmit = (event) => {
    event.preventDefault();
    const typed = $("type-text").value;
    $("type-text").value = "";
    if (typed) typing = typing.then(() => type(typed, send));
  };
  for (const button of all("[data-key]")) {
    if (button.tagName === "BUTTON") button.onclick = () => { typing = typing.then(() => send(press(Number(button.dataset.key)))); };
  }
  $("clipboard-out").onclick = takeClipboard;
  $("clipboard-in").onclick = giveClipboard;
  for (const button of all("[data-invite]")) button.onclick = () => invite(button.dataset.invite);
}

/** Types any text, or what a keyboard of the US has of it where the program for texts is missing. */
async function type(typed, send) {
  try {
    await texts.ask("type", { text: typed });
  } catch (error) {
    if (!error.isMissing) return notice(error.message);
    const { strokes: list, missing } = strokes(typed);
    send(list);
    if (missing.length) notice(text("cannotType", missing.join(" ")));
  }
}

// The clipboard: of the browser's own only in a secure page, and only at the press of a button.

async function takeClipboard() {
  try {
    const { text: copied } = await texts.ask("paste");
    if (!copied) return notice(text("clipboardEmpty"));
    $("clipboard-text").value = copied;
    const isCopied = await navigator.clipboard?.writeText(copied).then(() => true, () => false);
    if (!isCopied) $("clipboard-text").select();
    notice(text(isCopied ? "clipboardTaken" : "clipboardShown"));
  } catch (error) {
    notice(error.message);
  }
}

async function giveClipboard() {
  try {
    const copied = $("clipboard-text").value || await navigator.clipboard?.readText().catch(() => "");
    if (!copied) {
      $("clipboard-text").focus();
      return notice(text("clipboardAsk"));
    }
    await texts.ask("copy", { text: copied });
    $("clipboard-text").value = copied;
    notice(text("clipboardGiven"));
  } catch (error) {
    notice(error.message);
  }
}

async function invite(kind) {
  const reply = await fetch(`/invitation/${kind}`);
  if (!reply.ok) return notice(await reply.text());
  const { address, isLocal, picture } = await reply.json();
  $("invitation").hidden = false;
  $("invitation-picture").hidden = !picture;
  if (picture) $("invitation-picture").src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  $("invitation-picture").alt = address;
  $("invitation-address").textContent = address;
  $("invitation-text").textContent = isLocal ? text("localOnly") : "";
}

// Events

const mostEvents = 100;

function showEvent(event) {
  const { type, time_us: time, ...values } = event;
  const item = document.createElement("li");
  const when = document.createElement("time");
  when.textContent = new Date().toLocaleTimeString(language, { hour12: false });
  const words = Object.values(values).filter((value) => value !== null && typeof value !== "object");
  const known = text(type, values.output);
  const line = document.createElement("span");
  line.textContent = known === type ? [type, ...words].join(" ") : known;
  item.append(when, line);
  $("event-list").prepend(item);
  while ($("event-list").children.length > mostEvents) $("event-list").lastChild.remove();
}

// The start

const entered = await enter().catch(() => ({}));
access = entered.access ?? null;
if (access) {
  document.body.className = `waiting ${access}`;
  handleControls();
  service = new Service({
    onOpen: refresh,
    onClose: (reason) => {
      document.body.className = `lost waiting ${access}`;
      $("state-text").textContent = reason || text("lost");
      fetch("/self").then((reply) => reply.status === 401 && notice(text("out"), true), () => {});
    },
    onEvent: (event) => {
      showEvent(event);
      refresh();
    },
    onRefusal: notice,
  });
  // Some of the state changes without an event.
  setInterval(() => document.hidden || refresh(), 3000);
  if (access === "view") notice(text("viewOnly"));
} else {
  document.body.className = "out";
  $("state-text").textContent = text("lost");
  notice(text("out"), true);
  $("ask").hidden = !entered.asks;
  for (const button of all("[data-ask]")) button.onclick = () => ask(button.dataset.ask);
}
