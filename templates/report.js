"use strict";
(() => {
  // Numbers as they are written: `12.30 %`, `8.39 – 9.07`, `< 0.0001`; none goes last.
  const number = (text) => {
    const found = text.match(/-?\d+(\.\d+)?/);
    return found ? parseFloat(found[0]) : NaN;
  };
  const sort = (table, column, numbers, up) => {
    const body = table.tBodies[0];
    const text = (row) => row.cells[column] ? row.cells[column].textContent : "";
    const compare = (a, b) => {
      if (!numbers) return a.localeCompare(b, "en", { numeric: true }) * up;
      const [x, y] = [number(a), number(b)];
      if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
      return (x - y) * up;
    };
    const rows = Array.from(body.rows, (row) => [text(row), row]);
    rows.sort((a, b) => compare(a[0], b[0]));
    body.append(...rows.map((row) => row[1]));
  };
  for (const table of document.querySelectorAll("table.sort")) {
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.title = "Sort by this column";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const numbers = head.classList.contains("n");
        // The most first, where there are numbers.
        const first = numbers ? "descending" : "ascending";
        const second = numbers ? "ascending" : "descending";
        const way = head.getAttribute("aria-sort") === first ? second : first;
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", way);
        sort(table, column, numbers, way === "ascending" ? 1 : -1);
      });
    });
  }
  const tip = document.getElementById("tip");
  const hide = () => { tip.hidden = true; };
  document.addEventListener("pointerover", (event) => {
    const at = event.target.closest ? event.target.closest(".tip") : null;
    if (!at) return hide();
    tip.textContent = at.textContent;
    tip.hidden = false;
    const box = at.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const left = Math.min(Math.max(8, event.clientX + 12), width - tip.offsetWidth - 8);
    tip.style.left = Math.max(0, left) + window.scrollX + "px";
    tip.style.top = Math.max(0, box.top - tip.offsetHeight - 6) + window.scrollY + "px";
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
})();
