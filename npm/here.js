// The address of a script that is required, which has no `import.meta`.

import { pathToFileURL } from "node:url";

export const HERE = /* @__PURE__ */ pathToFileURL(__filename).href;
