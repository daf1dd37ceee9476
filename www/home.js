// Puts this service's own address into the example call and lets it be copied. Without scripts the page shows a
// placeholder, and no button.

const call = document.querySelector("#call");
const button = document.querySelector("#copy");
const said = document.querySelector("#copied");

/** Selects the call, so that the reader's own keys copy it. */
function select() {
  getSelection().selectAllChildren(call);
  said.textContent = "Not allowed: it is selected instead.";
}

async function copy() {
  said.textContent = ""; // so that a second copy is announced too
  try {
    await navigator.clipboard.writeText(call.textContent);
    said.textContent = "Copied.";
  } catch {
    select();
  }
}

call.querySelector(".origin").textContent = location.origin;
button.addEventListener("click", copy);
button.hidden = false;
