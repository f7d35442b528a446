// The checks of scripts/test_report.sh, which says what is needed.
import { createRequire } from "node:module";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { WORK, SHOTS, CHROMIUM } = process.env;
const { chromium } = createRequire(join(WORK, "package.json"))("playwright-core");

const pages = readdirSync(WORK)
  .map((name) => [name, join(WORK, name, "report.html")])
  .filter(([, path]) => existsSync(path));
pages.push(["compared", join(WORK, "compared.html")]);

let [passed, failed] = [0, 0];
const check = (is, what) => {
  is ? passed++ : failed++;
  if (!is) console.log(`FAILED ${what}`);
};

const sorts = async (page) => {
  const head = page.locator("#ranking table.sort").first().locator("thead th.n").nth(2);
  if ((await head.count()) === 0) return true;
  const order = async () => {
    const column = (await head.evaluate((cell) => cell.cellIndex)) + 1;
    const cells = page.locator("#ranking table.sort").first().locator(`tbody td:nth-child(${column})`);
    return (await cells.allTextContents()).map(parseFloat);
  };
  await head.locator("button").focus();
  await page.keyboard.press("Enter");
  const down = await order();
  await page.keyboard.press("Enter");
  const up = await order();
  const falls = down.every((value, at) => at === 0 || value <= down[at - 1]);
  const rises = up.every((value, at) => at === 0 || value >= up[at - 1]);
  return falls && rises && (await head.getAttribute("aria-sort")) === "ascending";
};

// The contrast of WCAG 2, of two colours as a browser tells them.
const contrast = (one, other) => {
  const light = (text) => {
    const parts = text.match(/[\d.]+/g).slice(0, 3).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const [a, b] = [light(one), light(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

const colours = (page) => page.evaluate(() => {
  const probe = document.createElement("span");
  document.body.append(probe);
  const of = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const names = ["ground", "ink", "soft", "link", "warn", "raised"];
  for (let n = 0; n < 8; n++) names.push(`s${n}`);
  for (let n = 0; n < 9; n++) names.push(`h${n}`);
  const all = Object.fromEntries(names.map((name) => [name, of(`--${name}`)]));
  probe.remove();
  return all;
});

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
for (const [name, path] of pages) {
  const url = pathToFileURL(path).href;
  check(statSync(path).size < 2_000_000, `${name}: under 2 MB`);
  for (const scheme of ["light", "dark"]) {
    const context = await browser.newContext({
      colorScheme: scheme, viewport: { width: 1100, height: 900 },
    });
    const page = await context.newPage();
    const [said, asked] = [[], []];
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("dialog", (dialog) => { said.push("a dialog"); dialog.dismiss(); });
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(url);
    const off = asked.filter((to) => to !== url && !to.startsWith("data:"));
    check(off.length === 0, `${name} ${scheme}: no request off the page: ${off}`);
    const sizes = await page.locator("svg").evaluateAll((all) => all
      .filter((svg) => !svg.closest(".log"))
      .map((svg) => svg.getBoundingClientRect())
      .filter((box) => box.width < 100 || box.height < 50).length);
    check(sizes === 0, `${name} ${scheme}: each picture has a size`);
    const wordless = await page.locator("svg").evaluateAll((all) => all
      .filter((svg) => svg.getAttribute("role") !== "img"
        || svg.getAttribute("aria-labelledby").split(" ")
          .some((id) => !document.getElementById(id).textContent.trim())).length);
    check(wordless === 0, `${name} ${scheme}: each picture is told in words`);
    const twice = await page.evaluate(() => {
      const ids = Array.from(document.querySelectorAll("[id]"), (one) => one.id);
      return ids.length - new Set(ids).size;
    });
    check(twice === 0, `${name} ${scheme}: each id is there once`);
    const of = await colours(page);
    for (const text of ["ink", "soft", "link"]) {
      check(contrast(of[text], of.ground) >= 4.5, `${scheme}: ${text} on ground`);
    }
    check(contrast(of.ink, of.warn) >= 4.5, `${scheme}: ink on warn`);
    for (let n = 0; n < 8; n++) {
      check(contrast(of[`s${n}`], of.ground) >= 3, `${scheme}: s${n} on ground ${contrast(of[`s${n}`], of.ground)}`);
    }
    for (let n = 0; n < 9; n++) {
      check(contrast(of.ink, of[`h${n}`]) >= 4.5, `${scheme}: ink on h${n}`);
    }
    await page.screenshot({ path: join(SHOTS, `${name}-${scheme}.png`), fullPage: true });
    check(await sorts(page), `${name} ${scheme}: the ranking sorts by key`);
    // Neither several runs nor a tuning tell how stones are spread.
    if ((await page.locator("#stones").count()) > 0) {
      const shown = (form) => page.locator(`#stones .${form} svg`).first().isVisible();
      check((await shown("plain")) && !(await shown("log")), `${name}: the scale from zero`);
      await page.locator("#stones input[value=log]").check();
      check((await shown("log")) && !(await shown("plain")), `${name}: the logarithmic scale`);
    }
    check(said.length === 0, `${name} ${scheme}: nothing on the console: ${said}`);
    await context.close();
  }
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await phone.newPage();
  await page.goto(url);
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  check(wide <= 360, `${name}: ${wide} pixels wide on a phone of 360`);
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = false; }));
  await page.screenshot({ path: join(SHOTS, `${name}-phone.png`), fullPage: true });
  await page.pdf({ path: join(SHOTS, `${name}.pdf`), format: "A4", printBackground: true });
  await phone.close();

  // Without script everything is there.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto(url);
  check((await still.locator("table tbody tr").count()) > 0, `${name}: tables without script`);
  check((await still.locator("svg").count()) > 0, `${name}: pictures without script`);
  await plain.close();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
