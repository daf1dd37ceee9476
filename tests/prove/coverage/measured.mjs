// What a coverage report says of the project's own code, module by module, without the tests that stand beside it.

import { basename, relative, sep } from "node:path";

const isTest = (file) => basename(file) === "tests.rs" || file.split(sep).includes("tests");

/** The line from which on a file is tests, where they do not have a file of their own. They stand at its end. */
function firstTestLine(source) {
  const lines = source.split("\n");
  const at = lines.findIndex((line, place) => line === "#[cfg(test)]" && /^mod \w+ \{$/.test(lines[place + 1]));
  return at < 0 ? Infinity : at + 1;
}

/** Whether each line of each file was run, of `DA:line,count` records. */
function readLines(lcov) {
  const files = new Map();
  let lines;
  for (const record of lcov.split("\n")) {
    if (record.startsWith("SF:")) files.set(record.slice(3), (lines = new Map()));
    const data = /^DA:(\d+),(\d+)/.exec(record);
    if (data) lines.set(data[1], { line: Number(data[1]), run: data[2] !== "0" || lines.get(data[1])?.run });
  }
  return files;
}

/** Whether each region was run: a generic function has its regions once for each type, and one of these is enough. */
function readRegions(report) {
  const files = new Map();
  for (const { filenames, regions } of report.data.flatMap(({ functions }) => functions)) {
    for (const [line, column, endLine, endColumn, count, file, , kind] of regions) {
      if (kind !== 0) continue;
      const name = filenames[file];
      if (!files.has(name)) files.set(name, new Map());
      const place = `${line}:${column}-${endLine}:${endColumn}`;
      const before = files.get(name).get(place);
      files.get(name).set(place, { line, run: count > 0 || Boolean(before?.run) });
    }
  }
  return files;
}

const none = () => ({ run: 0, all: 0 });
const plus = (a, b) => ({ run: a.run + b.run, all: a.all + b.all });

function counted(places, end) {
  const own = [...places.values()].filter(({ line }) => line < end);
  return { run: own.filter(({ run }) => run).length, all: own.length };
}

/** The modules at the top of `root`, by name: how many lines and regions each has, and how many were run. */
export function measured(lcov, report, root, sourceOf) {
  const modules = new Map();
  const add = (files, what) => {
    for (const [file, places] of files) {
      const path = relative(root, file);
      if (path.startsWith("..") || isTest(path)) continue;
      const name = path.split(sep)[0].replace(/\.rs$/, "");
      if (!modules.has(name)) modules.set(name, { name, lines: none(), regions: none() });
      const module = modules.get(name);
      module[what] = plus(module[what], counted(places, firstTestLine(sourceOf(file))));
    }
  };
  add(readLines(lcov), "lines");
  add(readRegions(report), "regions");
  return [...modules.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** All modules in one. */
export function summed(modules) {
  const sum = (what) => modules.map((module) => module[what]).reduce(plus, none());
  return { lines: sum("lines"), regions: sum("regions") };
}

/** A share in percent, rounded down: what is not all is never 100. */
export const percent = ({ run, all }) => (Math.floor((run * 1000) / Math.max(1, all)) / 10).toFixed(1);
