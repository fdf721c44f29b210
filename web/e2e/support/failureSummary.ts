// Ends a run with a few lines for each failed story, because readers start at the end of a log.
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

const MAX_LINES = 4;
const MAX_CHARACTERS = 400;

/** Returns the first lines of an error as one line. */
function shortened({ message = "" }: TestResult["errors"][number]): string {
  const lines = stripVTControlCharacters(message).split("\n");
  const told = lines.map((line) => line.trim()).filter((line) => line !== "");
  return told.slice(0, MAX_LINES).join(" ").slice(0, MAX_CHARACTERS);
}

export default class FailureSummary implements Reporter {
  private readonly failures: string[] = [];

  /** The other reporter prints the progress. */
  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === "skipped" || result.status === test.expectedStatus) return;
    const title = test.titlePath().filter(Boolean).join(" › ");
    this.failures.push([title, ...result.errors.map(shortened)].join("\n    "));
  }

  onEnd(): void {
    if (this.failures.length > 0) console.log(`\nFailed, in short:\n${this.failures.join("\n")}`);
  }
}
