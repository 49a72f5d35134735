"""A web server on this computer's loopback that shows a client pages and takes its reports."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Pages:
    """Serves files; each line that is posted is added to the report."""

    def __init__(self, files: dict[str, str], report: Path):
        pages = {path: Path(file).read_bytes() for path, file in files.items()}
        lock = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                page = pages.get(self.path)
                self.answer(200 if page else 404, page or b"")

            def do_POST(self):
                line = self.rfile.read(int(self.headers["Content-Length"]))
                with lock, open(report, "ab") as file:
                    file.write(line + b"\n")
                self.answer(200, b"")

            def answer(self, status: int, body: bytes):
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
