// Checks scenarios against their golden traces with the browser's engine, under Node.js: the same WebAssembly.
//
//   node golden.mjs ENGINE SCENARIOS FILE...
//
// Prints what did not pass, one line for each, and then how many runs there were.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [engine, scenarios, list] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${engine}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: engine });
python.unpackArchive(readFileSync(`${engine}/smashup.zip`).buffer, "zip", { extractDir: "/smashup" });
python.FS.mkdir("/scenarios");
python.FS.mount(python.FS.filesystems.NODEFS, { root: scenarios }, "/scenarios");
python.globals.set("names", readFileSync(list, "utf-8").split("\n").filter(Boolean));
python.runPython(`
import sys
sys.path.insert(0, "/smashup")
from adjudicator.scenarios.checking import check_file

runs = 0
for name in names:
    checked = check_file("/scenarios/" + name)
    runs += len(checked.editions)
    if not checked.passed or checked.new:
        print(name, "; ".join(checked.failures) or checked.diff[:300] or "has no golden trace")
print(runs, "runs")
`);
