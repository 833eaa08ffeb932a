// Compiles Python sources to bytecode with the very interpreter that will run them in the browser.
//
//   node compile.mjs PYODIDE STAGE
//
// PYODIDE is the folder of the unpacked runtime. Every STAGE/**/*.py gets a STAGE/**/*.pyc beside it. The bytecode is
// unchecked (the browser never has the sources) and without asserts and docstrings, so that it is small.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const [stage] = process.argv.slice(2);
const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).pathname });
python.FS.mkdir("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: stage }, "/stage");
python.runPython(`
import os
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

for folder, folders, files in os.walk("/stage"):
    folders.sort()
    for name in sorted(files):
        if name.endswith(".py"):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                source = file.read()
            # The path in a traceback is the one inside the archive, whatever folder the build used.
            code = compile(source, os.path.relpath(path, "/stage"), "exec", dont_inherit=True, optimize=2)
            with open(path + "c", "wb") as file:
                file.write(_code_to_hash_pyc(code, source_hash(source), False))
`);
