"""The folders are those that platformdirs names, whether it is asked or not."""

from __future__ import annotations

import platformdirs
import pytest

from events.user_folders import cache_folder, data_folder


@pytest.mark.parametrize("chosen", [None, "", "/elsewhere", "not/absolute", "~/mine"])
@pytest.mark.parametrize("home", ["/home/ana", None])
def test_they_are_where_platformdirs_says(chosen: str | None, home: str | None, monkeypatch: pytest.MonkeyPatch):
    for variable, value in (("XDG_DATA_HOME", chosen), ("XDG_CACHE_HOME", chosen), ("HOME", home)):
        if value is None:
            monkeypatch.delenv(variable, raising=False)
        else:
            monkeypatch.setenv(variable, value)
    assert data_folder() == platformdirs.user_data_path("smashup", appauthor=False)
    assert cache_folder() == platformdirs.user_cache_path("smashup", appauthor=False)
