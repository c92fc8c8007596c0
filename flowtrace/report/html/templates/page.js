"use strict";
// Filters, keys and copying. Without this script everything is on the page; with it, the state is in the address.
(() => {
  const filters = document.getElementById("filters");
  const cards = [...document.querySelectorAll(".finding")];
  const rows = [...document.querySelectorAll("tr.target")];
  const field = (name) => filters.querySelector(`[name="${name}"]`);
  const boxes = [...filters.querySelectorAll('[name="severity"]')];
  const choices = ["invariant", "file", "class"];
  const texts = new Map([...cards, ...rows].map((each) => [each, `${each.textContent} ${each.dataset.file}`.toLowerCase()]));
  let current = null;

  const state = () => {
    const kept = new URLSearchParams();
    const words = boxes.filter((box) => box.checked).map((box) => box.value);
    if (words.length < boxes.length) kept.set("severity", words.join(","));
    for (const name of [...choices, "text"]) if (field(name).value) kept.set(name, field(name).value);
    return kept;
  };

  const remember = () => {
    const kept = state();
    if (current) kept.set("at", current.id);
    history.replaceState(null, "", `#${kept}`);
  };

  const apply = () => {
    const kept = state();
    const words = kept.has("severity") ? kept.get("severity").split(",") : null;
    const text = (kept.get("text") || "").toLowerCase();
    const fits = (each, names) =>
      names.every((name) => !kept.has(name) || each.dataset[name] === kept.get(name)) && texts.get(each).includes(text);
    for (const card of cards) card.hidden = !fits(card, choices) || (words !== null && !words.includes(card.dataset.severity));
    for (const row of rows) row.hidden = !fits(row, ["class"]);
    for (const group of document.querySelectorAll(".group")) group.hidden = !group.querySelector(".finding:not([hidden])");
    for (const part of document.querySelectorAll("section.findings")) part.hidden = !part.querySelector(".finding:not([hidden])");
    const shown = cards.filter((card) => !card.hidden).length;
    document.getElementById("shown").textContent = `${shown} of ${cards.length} shown`;
  };

  const read = () => {
    const given = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
    const words = given.has("severity") ? given.get("severity").split(",") : null;
    for (const box of boxes) box.checked = words === null || words.includes(box.value);
    for (const name of [...choices, "text"]) field(name).value = given.get(name) || "";
    apply();
    reveal(given.get("at") || location.hash.slice(1));
  };

  // A link to a finding, or to a step on its path, opens it.
  const reveal = (id) => {
    const target = id && document.getElementById(id);
    if (!target) return;
    const card = target.closest(".finding");
    if (card) {
      card.open = true;
      current = card;
      card.querySelector("summary").focus({ preventScroll: true });
    }
    target.scrollIntoView({ block: "start" });
  };

  const step = (by) => {
    const shown = cards.filter((card) => !card.hidden);
    if (!shown.length) return;
    const from = shown.indexOf(current);
    current = shown[from < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, from + by))];
    current.querySelector("summary").focus({ preventScroll: true });
    current.scrollIntoView({ block: "start" });
    remember();
  };

  const copy = async (text) => {
    let said = `Copied ${text}`;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      said = "This browser lets no page copy: select the text instead";
    }
    document.getElementById("said").textContent = said;
    setTimeout(() => { document.getElementById("said").textContent = ""; }, 2500);
  };

  for (const place of document.querySelectorAll(".copy")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "copy";
    button.setAttribute("aria-label", `Copy ${place.textContent}`);
    const text = place.textContent;
    button.addEventListener("click", () => copy(text));
    place.append(button);
  }

  filters.addEventListener("input", () => { apply(); remember(); });
  document.getElementById("reset").addEventListener("click", () => {
    for (const box of boxes) box.checked = true;
    for (const name of [...choices, "text"]) field(name).value = "";
    apply();
    remember();
  });
  const unfold = document.getElementById("unfold");
  unfold.addEventListener("click", () => {
    const open = unfold.getAttribute("aria-pressed") !== "true";
    unfold.setAttribute("aria-pressed", String(open));
    unfold.textContent = open ? "Close all" : "Open all";
    for (const card of cards) card.open = open;
  });
  document.addEventListener("focusin", (event) => {
    const card = event.target.closest(".finding");
    if (card) current = card;
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link || link.classList.contains("skip")) return;
    event.preventDefault();
    const id = link.getAttribute("href").slice(1);
    const target = document.getElementById(id);
    const hidden = target && target.closest(".finding[hidden]");
    if (hidden) document.getElementById("reset").click();
    reveal(id);
    remember();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest("input:not([type=checkbox]), select, textarea");
    if (event.key === "Escape" && typing) typing.blur();
    if (typing) return;
    if (event.key === "/") {
      event.preventDefault();
      filters.firstElementChild.open = true;
      field("text").focus();
    }
    if (event.key === "j") step(1);
    if (event.key === "k") step(-1);
  });
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = cards.filter((card) => !card.open);
    for (const card of opened) card.open = true;
  });
  addEventListener("afterprint", () => { for (const card of opened) card.open = false; });
  addEventListener("hashchange", read);

  filters.hidden = false;
  if (matchMedia("(min-width: 75rem)").matches) filters.firstElementChild.open = true;
  document.querySelector(".keys").hidden = false;
  read();
})();
