// Measures each page given as an address with Lighthouse: as a mid-range phone on a slow network,
// over HTTP/2. Fails below our goals. The median of three runs counts, because one may meet a busy
// moment of the machine.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { openFront } from "./front.ts";

/** Minimum scores, out of 100. */
const goals = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 } as const;

type Category = keyof typeof goals;

const categories = Object.keys(goals) as Category[];

type Scores = Record<Category, number>;

function scoresBy(score: (category: Category) => number): Scores {
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
  };
}

const RUNS = 3;

async function runOnce(url: string, port: number): Promise<Scores> {
  const result = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: categories,
  });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse can't judge ${url}: ${result?.lhr.runtimeError?.message ?? "no answer"}`);
  }
  const { lhr } = result;
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return scoresBy(score);
}

async function scoresOf(url: string, port: number): Promise<Scores> {
  const runs: Scores[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(url, port));
  const middle = (category: Category) =>
    runs.map((scores) => scores[category]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
  return scoresBy(middle);
}

function verdictOf(scores: Scores): string {
  return categories
    .map((category) => {
      const mark = scores[category] < goals[category] ? " UNDER" : "";
      return `${category} ${scores[category]} / ${goals[category]}${mark}`;
    })
    .join("   ");
}

const urls = process.argv.slice(2);
if (urls.length === 0) {
  console.error(
    "Usage: npm run lighthouse -- URL…   for example http://localhost:8080 http://BRAND.localhost:8080",
  );
  process.exit(2);
}

const chrome = await launch({
  chromePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  chromeFlags: [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--ignore-certificate-errors",
  ],
});
try {
  for (const url of urls) {
    const front = await openFront(new URL(url));
    const scores = await scoresOf(front.addressOf(new URL(url)), chrome.port);
    front.close();
    console.log(`${url}   ${verdictOf(scores)}`);
    if (categories.some((category) => scores[category] < goals[category])) process.exitCode = 1;
  }
} finally {
  chrome.kill();
}
