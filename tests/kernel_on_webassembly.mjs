// The kernel's cases on CPython compiled to WebAssembly, where a machine word has 32 bits.
//
//     npm install --prefix FOLDER pyodide && node tests/kernel_on_webassembly.mjs FOLDER

import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const from = createRequire(`${resolve(process.argv[2])}/`);
const { loadPyodide } = from("pyodide");
const python = await loadPyodide();
python.FS.mkdir("/exactdp");
const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/exactdp");
process.exitCode = python.runPython(`
import runpy, sys
sys.argv = ["kernel_cases.py"]
print(f"{sys.platform}, the largest index is {sys.maxsize}")
try:
    runpy.run_path("/exactdp/tests/kernel_cases.py", run_name="__main__")
    code = 0
except SystemExit as ended:
    code = int(bool(ended.code))
code
`);
