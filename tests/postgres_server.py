"""A private PostgreSQL server for the tests: on loopback, in a temporary folder, gone afterwards."""

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ATTEMPTS = 5


class NoServer(Exception):
    """No PostgreSQL server can be started on this machine."""


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a server of this session's own; under pytest-xdist every worker has one."""
    try:
        binaries, user = _binaries(), _server_user()
    except NoServer as reason:
        # A machine without PostgreSQL is fine for a developer; in CI the tests must not be lost silently.
        if os.environ.get("CI"):
            pytest.fail(str(reason))
        pytest.skip(str(reason))
    with private_server(binaries, user) as url:
        yield url


@contextmanager
def private_server(binaries: Path, user: str | None) -> Iterator[str]:
    # Not pytest's tmp_path: its parents are closed to the user the server runs as.
    with tempfile.TemporaryDirectory(prefix="smashup-postgres-") as name:
        folder, password = Path(name), secrets.token_hex(16)
        data, password_file = folder / "data", folder / "password"
        password_file.write_text(password)
        if user:
            shutil.chown(folder, user)
            shutil.chown(password_file, user)

        def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
            command = [str(binaries / program), "--pgdata", str(data), *arguments]
            groups: list[str] | None = [] if user else None
            return subprocess.run(
                command, cwd=folder, user=user, group=user, extra_groups=groups, capture_output=True, text=True
            )

        made = run(
            "initdb", "--username=smashup", f"--pwfile={password_file}", "--auth=scram-sha-256",
            "--encoding=UTF8", "--locale=C", "--no-sync",
        )  # fmt: skip
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed:\n{made.stdout}{made.stderr}")

        log = folder / "log"
        port = _start(run, log)
        try:
            yield f"postgresql://smashup:{password}@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "stop", "--mode=immediate")


def _start(run, log: Path) -> int:
    # A free port may be taken by another worker before the server binds it: try again with the next.
    for _ in range(ATTEMPTS):
        port = _free_port()
        settings = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories= -c fsync=off"
        if run("pg_ctl", "start", "--wait", f"--log={log}", f"--options={settings}").returncode == 0:
            return port
    raise RuntimeError(f"PostgreSQL did not start in {ATTEMPTS} attempts:\n{log.read_text()}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _binaries() -> Path:
    """The folder of the newest server: Debian's place first, which is not on the path, then the path."""
    installed = [found.parent for found in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if installed:
        return max(installed, key=lambda folder: float(folder.parent.name))
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    raise NoServer("no PostgreSQL server found (Debian: apt-get install postgresql)")


def _server_user() -> str | None:
    """Whom to run the server as: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        raise NoServer("PostgreSQL does not run as root, and there is no user 'postgres' to run it as") from None
