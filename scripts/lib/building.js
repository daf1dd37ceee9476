// Reloads a page that is being built, once it is served whole.

const BETWEEN_MS = 2_000;

/** Whether the page still has this script in it. A service that is not there has not changed. */
async function isBeingBuilt() {
  try {
    const response = await fetch(location.pathname, { cache: "no-store" });
    return !response.ok || (await response.text()).includes("/building.js");
  } catch {
    return true;
  }
}

while (await isBeingBuilt()) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
location.reload();
