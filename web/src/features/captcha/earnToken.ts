import type { Challenge, Solution } from "./solve";

/** Forms that need a captcha. A token is valid for one purpose, once. */
export type CaptchaPurpose =
  "register" | "vendor" | "charity" | "forgot-password" | "resend" | "sign-in" | "contact" | "balance";

export interface EarnedToken {
  token: string;
  /** Remaining lifetime of the token, in milliseconds. */
  livesMs: number;
}

function solveInWorker(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  const worker = new Worker(new URL("./solver.worker.ts", import.meta.url), { type: "module" });
  const solved = new Promise<Solution>((resolve, reject) => {
    const fail = () => reject(new Error("The captcha's work could not be done"));
    worker.addEventListener("message", ({ data }: MessageEvent<Solution | undefined>) =>
      data ? resolve(data) : fail(),
    );
    worker.addEventListener("error", fail);
    signal.addEventListener("abort", fail);
  });
  worker.postMessage(challenge, []);
  return solved.finally(() => worker.terminate());
}

/** Fetches a challenge, solves it and returns the token. */
export async function earnToken(
  challengeUrl: string,
  purpose: CaptchaPurpose,
  signal: AbortSignal,
): Promise<EarnedToken> {
  const response = await fetch(`${challengeUrl}?${new URLSearchParams({ purpose })}`, { signal });
  if (!response.ok) throw new Error(`The captcha's challenge came with ${response.status}`);
  const challenge = (await response.json()) as Challenge;
  // Use the server's clock, because the user's may be wrong by hours.
  const now = Date.parse(response.headers.get("date") ?? "") || Date.now();
  const solution = await solveInWorker(challenge, signal);
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    livesMs: challenge.parameters.expiresAt * 1000 - now,
  };
}
