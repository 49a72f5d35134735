// Connections to the control socket: lines of JSON in both directions.

/** One WebSocket, opened again when it closes. */
class Channel {
  constructor(onOpen, onLine, onClose) {
    Object.assign(this, { onOpen, onLine, onClose });
    this.delay = 250;
    this.open();
  }

  open() {
    const address = new URL("/control", location);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address, "kagami-control");
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
