// Connections to the control socket: lines of JSON in both directions.

/** Where one of this page's WebSockets is. */
export function socketAddress(path) {
  const address = new URL(path, location);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

/** One WebSocket, opened again when it closes. */
class Channel {
  constructor(onOpen, onLine, onClose) {
    Object.assign(this, { onOpen, onLine, onClose });
    this.delay = 250;
    this.open();
  }

  open() {
    const socket = new WebSocket(socketAddress("/control"), "kagami-control");
    this.socket = socket;
    socket.onopen = () => {
      this.delay = 250;
      this.onOpen();
    };
    socket.onmessage = (message) => {
      for (const line of message.data.split("\n")) if (line) this.onLine(JSON.parse(line));
    };
    socket.onclose = (event) => {
      this.onClose(event.reason);
      setTimeout(() => this.open(), this.delay);
      this.delay = Math.min(this.delay * 2, 5000);
    };
  }

  send(request) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request) + "\n");
    return true;
  }
}

/** Types texts of any characters, and reads and sets the panel's clipboard, by a program that starts when it is first needed. */
export class Texts {
  waiting = [];

  /** The reply's object. Throws the program's reason if it refuses, and with `isMissing` if there is no such program. */
  async ask(command, values = {}) {
    this.opening ??= this.open();
    const socket = await this.opening;
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      socket.send(JSON.stringify({ command, ...values }) + "\n");
    });
  }

  open() {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(socketAddress("/text"), "kagami-text");
      socket.binaryType = "arraybuffer";
      socket.onopen = () => resolve(socket);
      // A long line comes in pieces.
      const decoder = new TextDecoder();
      let received = "";
      socket.onmessage = (message) => {
        const lines = (received + decoder.decode(message.data, { stream: true })).split("\n");
        received = lines.pop();
        for (const line of lines) {
          const reply = JSON.parse(line);
          const asked = this.waiting.shift();
          if (reply.ok) asked?.resolve(reply);
          else asked?.reject(new Error(reply.error));
        }
      };
      socket.onclose = (event) => {
        this.opening = null;
        const error = Object.assign(new Error(event.reason), { isMissing: true });
        reject(error);
        for (const asked of this.waiting.splice(0)) asked.reject(error);
      };
    });
  }
}

/** Requests with their replies, the stream of events, and input, whose replies nobody waits for. */
export class Service {
  constructor({ onOpen, onClose, onEvent, onRefusal }) {
    this.waiting = [];
    this.requests = new Channel(onOpen, (reply) => this.answer(reply), (reason) => {
      for (const { reject } of this.waiting.splice(0)) reject(new Error(reason));
      onClose(reason);
    });
    let isSubscribed = false;
    this.events = new Channel(
      () => {
        isSubscribed = false;
        this.events.send({ command: "events" });
      },
      (event) => {
        if (isSubscribed) onEvent(event);
        isSubscribed = true;
      },
      () => {});
    this.inputs = new Channel(() => {}, (reply) => reply.ok || onRefusal(reply.error), (reason) => reason && onRefusal(reason));
  }

  /** The reply's object; throws the service's reason if it refuses. */
  ask(command, values = {}) {
    return new Promise((resolve, reject) => {
      if (this.requests.send({ command, ...values })) {
        this.waiting.push({ resolve, reject });
      } else {
        reject(new Error(""));
      }
    });
  }

  answer(reply) {
    const { resolve, reject } = this.waiting.shift();
    if (reply.ok) {
      resolve(reply);
    } else {
      reject(new Error(reply.error));
    }
  }

  input(command, values) {
    this.inputs.send({ command, ...values });
  }
}
