// Test runners, in each of the environments that they have for tests.

import { ALL } from "./remedies.mjs";

const VITEST = `import { test } from "vitest";
import { writeFileSync } from "node:fs";
import { exercise } from "./exercise.js";
test("exercise", async () => writeFileSync(process.env.SEEN, JSON.stringify(await exercise())), 60_000);
`;

export const vitest = {
  name: "vitest",
  of: "vitest",
  tools: "vitest",
  rows: { node: ALL, jsdom: ALL, "happy-dom": ALL },
  async run(stage) {
    stage.writeScripts(ALL);
    stage.write({ "exercise.test.js": VITEST });
    const inEnvironment = (name) => stage.reported((env) => stage.tool("vitest", ["run", "--environment", name], { env }));
    return { node: await inEnvironment("node"), jsdom: await inEnvironment("jsdom"), "happy-dom": await inEnvironment("happy-dom") };
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
  rows: { "`require`, node": ALL, "`require`, jsdom with `fetch`": ALL, "`import`, node": ALL },
  async run(stage) {
    stage.writeScripts(ALL);
    stage.writeScripts(ALL, { file: "exercise.cjs", required: true });
    stage.write({ "required.test.cjs": REQUIRED, "imported.test.js": IMPORTED });
    const jested = (file, environment, options = []) =>
      stage.reported((env) => stage.run(process.execPath, [...options, stage.path("node_modules", "jest", "bin", "jest.js"), "--env", environment, "--testMatch", `**/${file}`], { env }));
    return {
      "`require`, node": await jested("required.test.cjs", "node"),
      "`require`, jsdom with `fetch`": await jested("required.test.cjs", "jest-fixed-jsdom"),
      "`import`, node": await jested("imported.test.js", "node", ["--experimental-vm-modules"]),
    };
  },
};
