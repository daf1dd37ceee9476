// Test runners, in each of the environments that they have for tests.

import { SERVER } from "./remedies.mjs";

const VITEST = `import { test } from "vitest";
import { writeFileSync } from "node:fs";
import { exercise } from "./exercise.js";
test("exercise", async () => writeFileSync(process.env.SEEN, JSON.stringify(await exercise())), 60_000);
`;

export const vitest = {
  name: "vitest",
  of: "vitest",
  tools: "vitest",
  rows: { node: SERVER, jsdom: SERVER, "happy-dom": SERVER },
  async run(stage) {
    stage.write({ "exercise.test.js": VITEST });
    const inEnvironment = (name, rendering) => {
      stage.writeScripts(SERVER, { rendering });
      return stage.reported((env) => stage.tool("vitest", ["run", "--environment", name], { env }));
    };
    return { node: await inEnvironment("node", "server"), jsdom: await inEnvironment("jsdom", "page"), "happy-dom": await inEnvironment("happy-dom", "page") };
  },
};

const REQUIRED = `const { writeFileSync } = require("node:fs");
const { exercise } = require("./exercise.cjs");
test("exercise", async () => writeFileSync(process.env.SEEN, JSON.stringify(await exercise())), 60_000);
`;
const IMPORTED = REQUIRED.replace(/const (.*) = require\((.*)\);/g, "import $1 from $2;").replace(".cjs", ".js");

export const jest = {
  name: "Jest",
  of: "jest",
  tools: "jest",
  rows: { "`require`, node": SERVER, "`require`, jsdom with `fetch`": SERVER, "`import`, node": SERVER },
  async run(stage) {
    stage.write({ "required.test.cjs": REQUIRED, "imported.test.js": IMPORTED });
    const jested = (environment, { required = false, rendering = "server", options = [] }) => {
      const [exercise, test] = required ? ["exercise.cjs", "required.test.cjs"] : ["exercise.js", "imported.test.js"];
      stage.writeScripts(SERVER, { file: exercise, required, rendering });
      return stage.reported((env) => stage.run(process.execPath, [...options, stage.path("node_modules", "jest", "bin", "jest.js"), "--env", environment, "--testMatch", `**/${test}`], { env }));
    };
    return {
      "`require`, node": await jested("node", { required: true }),
      "`require`, jsdom with `fetch`": await jested("jest-fixed-jsdom", { required: true, rendering: "page" }),
      "`import`, node": await jested("node", { options: ["--experimental-vm-modules"] }),
    };
  },
};
