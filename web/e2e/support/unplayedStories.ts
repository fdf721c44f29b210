// Fails a whole run if a story was skipped in every project that has it, because nobody would notice.
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

export default class UnplayedStories implements Reporter {
  private readonly played = new Set<string>();
  private readonly skipped = new Set<string>();

  /** The other reporters print the progress. */
  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    const [, , ...names] = test.titlePath();
    (status === "skipped" ? this.skipped : this.played).add(names.join(" › "));
  }

  onEnd({ status }: FullResult): Promise<{ status: FullResult["status"] }> {
    const unplayed = [...this.skipped].filter((title) => !this.played.has(title));
    if (unplayed.length === 0) return Promise.resolve({ status });
    console.log(`\nSkipped in every project, see playwright.config.ts:\n${unplayed.join("\n")}`);
    return Promise.resolve({ status: "failed" });
  }
}
