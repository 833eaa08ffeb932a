"""Firefox, driven by WebDriver BiDi over a web socket: playwright speaks only with a Firefox of its own making."""

from __future__ import annotations

import base64
import json
import os
import re
import socket
import struct
import subprocess
import time
from pathlib import Path
from typing import Any

LISTENING = re.compile(r"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)")
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.prefs.recommended": True,
}
SECONDS = 600.0
"""How long Firefox may be silent: a busy machine is slow, and only a failing test waits that long."""


class FirefoxFailed(Exception):
    """Raised when Firefox does not start, or refuses a command."""


class Firefox:
    """A headless Firefox with one tab. Errors in its console are collected in `wrong`."""

    def __init__(self, binary: str, folder: Path) -> None:
        """Start it with a new profile in this folder."""
        profile = folder / "profile"
        profile.mkdir()
        lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        output = folder / "output"
        command = [binary, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        with output.open("w") as written:
            self.process = subprocess.Popen(
                command, stdout=written, stderr=written, env={**os.environ, "HOME": str(folder)}
            )
        self.wrong: list[str] = []
        self._sent = 0
        self._socket = _Socket(self._port(output))
        self._command("session.new", capabilities={})
        self._command("session.subscribe", events=["log.entryAdded"])
        self._tab = self._command("browsingContext.getTree")["contexts"][0]["context"]

    def _port(self, output: Path) -> int:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            if match := LISTENING.search(output.read_text(encoding="utf-8", errors="replace")):
                return int(match[1])
            time.sleep(0.1)
        self.process.kill()
        raise FirefoxFailed(output.read_text(encoding="utf-8", errors="replace")[-1_000:])

    def open(self, address: str) -> None:
        """Go to an address and wait until the page has loaded."""
        self._command("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, script: str) -> Any:
        """Return what an expression comes to, as JSON; a promise is awaited."""
        wrapped = f"(async () => JSON.stringify(await ({script})))()"
        reply = self._command("script.evaluate", expression=wrapped, target={"context": self._tab}, awaitPromise=True)
        if reply["type"] != "success":
            raise FirefoxFailed(reply["exceptionDetails"]["text"])
        return json.loads(reply["result"].get("value", "null"))

    def wait_for(self, condition: str) -> None:
        """Wait until an expression is true."""
        self.evaluate(f"(async () => {{ while (!({condition})) await new Promise((go) => setTimeout(go, 100)); }})()")

    def close(self) -> None:
        """End the browser."""
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _command(self, method: str, **params: Any) -> Any:
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.receive())
            if said.get("type") == "event" and said["params"].get("level") == "error":
                self.wrong.append(said["params"]["text"])
            if said.get("id") == self._sent:
                if said["type"] == "error":
                    raise FirefoxFailed(f"{method}: {said['message']}")
                return said["result"]


class _Socket:
    """The client's side of a web socket, as far as it is needed here: text, in whole messages."""

    def __init__(self, port: int) -> None:
        self._connection = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        key = base64.b64encode(os.urandom(16)).decode()
        lines: tuple[str, ...] = (
            "GET /session HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
        )
        lines += (f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "")
        self._connection.sendall("\r\n".join(lines).encode())
        self._stream = self._connection.makefile("rb")
        if b"101" not in self._stream.readline():
            raise FirefoxFailed("Firefox does not open a web socket.")
        while self._stream.readline().strip():
            pass

    def send(self, text: str) -> None:
        """Send one message; what a client sends has to be masked."""
        data = text.encode()
        length = len(data)
        if length < 126:
            size = bytes([0x80 | length])
        elif length < 1 << 16:
            size = b"\xfe" + struct.pack(">H", length)
        else:
            size = b"\xff" + struct.pack(">Q", length)
        mask = os.urandom(4)
        repeated = (mask * (len(data) // 4 + 1))[: len(data)]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(data), "big")
        self._connection.sendall(b"\x81" + size + mask + masked)

    def receive(self) -> str:
        """Return the next message, put together from its frames."""
        data = b""
        while True:
            first, second = self._stream.read(2)
            size = second & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", self._stream.read(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self._stream.read(8))
            data += self._stream.read(size)
            if first & 0x80:
                return data.decode()
