// "Open a file": takes files, has them read beside the page, and shows what is in them.

import { readPostSet, terminate } from "/package/worker/index.js";
import { byId } from "../dom.js";
import { count, number } from "../dashboard/format.js";
import { blameFields, forgive, given, unfold } from "./asides.js";
import { browse, leave } from "./browse.js";
import { chosen, dropped } from "./dropped.js";
import { listFormats } from "./formats.js";
import { asksForField, countedFiles, report } from "./report.js";
import { savingButtons } from "./saving.js";

const zone = byId("drop");
/** What is read or shown, as a value that nothing else is. */
let current;

function busy(isBusy) {
  byId("reading").hidden = !isBusy;
  zone.ariaBusy = String(isBusy);
}

const say = (text) => (byId("said").textContent = text);

const STEPS = { open: "Opening", read: "Reading" };

function progress({ step, file, index, of }) {
  const bar = byId("bar");
  // How far it is within a file nobody knows: of a single one there is only that it goes on.
  if (of > 1) Object.assign(bar, { max: of, value: index });
  else bar.removeAttribute("value");
  byId("progress").textContent = `${STEPS[step] ?? step} file ${number(index + 1)} of ${number(of)}: ${file}`;
}

const failed = (error) => say(`The files could not be read: ${error.message}. They have not left your machine.`);

/** Says why files could not be read, and goes to where that can be mended. */
function notRead(error) {
  if (blameFields(error.details)) return say("The files were not read: one of the fields above is not valid.");
  failed(error);
  return byId("files").focus();
}

function show(found) {
  const posts = found.set.size;
  byId("report-title").textContent = `${count(posts, "post")} in ${count(countedFiles(found), "file")}`;
  byId("files-found").replaceChildren(...report(found));
  byId("report").hidden = false;
  zone.classList.add("slim");
  byId("formats").open = false;
  if (asksForField(found)) unfold();
  byId("posts").hidden = posts === 0;
  byId("report-title").focus();
}

/** Forgets what was there before: the workers end in the middle of whatever they do, and their memory is free. */
function reset() {
  current = undefined;
  leave();
  terminate();
  say("");
  byId("report").hidden = true;
  byId("posts").hidden = true;
  byId("saving").replaceChildren();
  forgive();
  byId("bar").removeAttribute("value");
  byId("progress").textContent = "";
}

/** Reads files; others that come in between take their place. */
async function open(files) {
  if (files.length === 0) return say("There were no files in it.");
  reset();
  const mine = (current = Symbol("files"));
  const isMine = () => current === mine;
  busy(true);
  byId("cancel").focus();
  try {
    const found = await readPostSet(files, { ...given(), onProgress: progress });
    if (!isMine()) return;
    if (found.set.size > 0) await browse(found.set, savingButtons(byId("saving"), found.set, (error) => isMine() && failed(error)));
    if (isMine()) show(found);
  } catch (error) {
    if (!isMine()) return;
    busy(false);
    notRead(error);
  } finally {
    if (isMine()) busy(false);
  }
}

function cancel() {
  reset();
  busy(false);
  say("Cancelled. Nothing was kept.");
  byId("files").focus();
}

async function sample() {
  const response = await fetch("/sample.ndjson").catch(() => undefined);
  if (!response?.ok) return say("The sample could not be loaded. Check your connection, then try again.");
  return open([{ name: "sample.ndjson", data: await response.blob() }]);
}

/** A file that misses the zone would take the place of this page. */
function acceptDrops() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("aimed");
  });
  addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || zone.classList.remove("aimed"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("aimed");
    dropped(event.dataTransfer).then(open, () => say("What was dropped could not be read. Choose the files instead."));
  });
}

for (const input of [byId("files"), byId("folder")]) {
  input.addEventListener("change", () => {
    const files = chosen(input.files);
    input.value = ""; // so that the same files can be chosen again
    open(files);
  });
}
byId("cancel").addEventListener("click", cancel);
byId("try").addEventListener("click", sample);
acceptDrops();
listFormats(byId("formats"));
zone.hidden = false;
