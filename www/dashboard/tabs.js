// Tabs by the pattern of the ARIA guide: arrows, Home and End move, and what is moved to is shown.

function choose(tabs, chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

const MOVES = {
  ArrowRight: (index, length) => (index + 1) % length,
  ArrowLeft: (index, length) => (index + length - 1) % length,
  Home: () => 0,
  End: (_, length) => length - 1,
};

/** Makes tabs of a tablist whose tabs name their panels; `chosen` is called with the tab that was moved to. */
export function makeTabs(list, chosen = () => {}) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const show = (tab) => {
    choose(tabs, tab);
    chosen(tab);
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", (event) => {
      const to = tabs[MOVES[event.key]?.(index, tabs.length)];
      if (!to) return;
      event.preventDefault();
      show(to);
      to.focus();
    });
  }
}
