// "Open a file": takes files, has them read beside the page, and shows what is in them.

import { byId } from "../dom.js";
import { count, number } from "../dashboard/format.js";
import { browse } from "./browse.js";
import { chosen, dropped } from "./dropped.js";
import { listFormats } from "./formats.js";
import { Reader } from "./reader.js";
import { report } from "./report.js";
import { savingButtons } from "./saving.js";

const zone = byId("drop");
let reader;

function busy(isBusy) {
  byId("reading").hidden = !isBusy;
  zone.ariaBusy = String(isBusy);
}

const say = (text) => (byId("said").textContent = text);

const STEPS = { open: "Looking into", read: "Reading" };

function progress({ step, file, index, of }) {
  byId("bar").max = of;
  byId("bar").value = index;
  byId("progress").textContent = `${STEPS[step] ?? step} file ${number(index + 1)} of ${number(of)}: ${file}`;
}

/** How the files are to be read, where they don't say it themselves. */
const options = () => ({ author: byId("author").value.trim() || undefined, timeZone: byId("zone").value.trim() || undefined });

function failed(error) {
  if (error.code !== "ABORTED") say(`The files could not be read: ${error.message}. Nothing of them has left your machine.`);
}

function show(found) {
  byId("report-title").textContent = `${count(found.posts, "post")} in ${count(found.files.length, "file")}`;
  byId("files-found").replaceChildren(...report(found));
  byId("saving").replaceChildren(...(found.posts > 0 ? savingButtons(reader, failed) : []));
  byId("report").hidden = false;
  zone.classList.add("slim");
  byId("formats").open = false;
  byId("posts").hidden = found.posts === 0;
  byId("report-title").focus();
}

/** Forgets what was there before. */
function reset() {
  reader?.stop();
  reader = undefined;
  say("");
  byId("report").hidden = true;
  byId("posts").hidden = true;
  byId("bar").removeAttribute("value");
  byId("progress").textContent = "";
}

/** Reads files; others that come in between take their place. */
async function open(files) {
  if (files.length === 0) return say("There was no file in it.");
  reset();
  const mine = new Reader();
  reader = mine;
  busy(true);
  byId("cancel").focus();
  try {
    const found = await mine.read(files, options(), progress);
    if (found.posts > 0) await browse(mine);
    show(found);
  } catch (error) {
    if (reader === mine) failed(error);
  } finally {
    if (reader === mine) busy(false);
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
