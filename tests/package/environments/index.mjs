// Every environment that the README's table has, in its order. Each says what it is called, which package's version it is (`of`), where
// its tools are pinned (`tools`: a folder of tests/package/tools; else the project's own package.json), what has to come of each entry in
// each of its rows, and how to try it. One that `isShort` is part of `npm test`; all are part of `npm run prove -- package`.

import { chromium, firefox, webkit } from "./browsers.mjs";
import { bunBuild, esbuild, parcel, rollup, vite, webpack } from "./bundlers.mjs";
import { angular, angularDevelopment, nextDevelopment, nextTurbopack, nextWebpack, nuxt, nuxtDevelopment, svelteKit, svelteKitDevelopment } from "./frameworks.mjs";
import { jest, vitest } from "./runners.mjs";
import { bun, deno, node, node20, node24, workerd } from "./runtimes.mjs";

export const ENVIRONMENTS = [chromium, firefox, webkit, vite, webpack, esbuild, rollup, parcel, bunBuild, nextTurbopack, nextDevelopment, nextWebpack, svelteKit, svelteKitDevelopment, nuxt, nuxtDevelopment, angular, angularDevelopment, node20, node, node24, deno, bun, workerd, vitest, jest];
